// The panel that shows a search while it thinks.
import { byId, counted, curve, make } from "./plyo.js";

const SHOWN = 10;

export function begin(words) {
  byId("quiet").hidden = false;
  byId("quiet").textContent = words;
}

export function show(facts) {
  if (facts.waiting !== undefined) { begin(facts.waiting ? `In line: ${facts.waiting} are ahead.` : "In line: the next."); return; }
  if (facts.begun) { begin("Making ready: a first search of a game is compiled, once."); return; }
  if (facts.nodes === undefined) return;
  byId("quiet").hidden = facts.nodes > 0 || Boolean(facts.done);
  byId("thoughts").hidden = !byId("quiet").hidden;
  byId("depth").textContent = facts.depth ? `${facts.depth}${facts.deepest > facts.depth ? ` (${facts.deepest})` : ""}` : "–";
  byId("value").textContent = facts.value || "–";
  byId("nodes").textContent = counted(facts.nodes);
  byId("speed").textContent = facts.seconds > 0.02 ? counted(Math.round(facts.nodes / facts.seconds)) : "–";
  byId("line").textContent = facts.line.join(" ");
  showCurve(facts.course);
  showRoots(facts);
  showTree(facts.tree);
}

function showCurve(course) {
  const room = byId("curve");
  if (course.length < 2) { room.replaceChildren(); return; }
  const sure = 900000000, far = Math.max(...course.map((s) => Math.abs(s.number)).filter((n) => n < sure), 1) * 1.5;
  const points = course.map((s) => Math.max(-far, Math.min(far, s.number)));
  const marks = course.map((s, i) => i > 0 && s.move !== course[i - 1].move);
  const picture = curve(room, [{ points, marks }], { labels: course.map((s) => s.depth), zero: true });
  picture.setAttribute("aria-label", `Value by depth: ${course.map((s) => `${s.depth}: ${s.move} ${s.value}`).join("; ")}`);
  room.replaceChildren(make("p", { class: "soft small" }, "value by depth; a full dot is a change of mind"), picture);
}

function showRoots({ roots, course }) {
  const room = byId("roots");
  room.hidden = roots.length === 0;
  if (!roots.length) return;
  const depths = [...new Set([...roots.flatMap((r) => Object.keys(r.shares).map(Number)), ...course.slice(-6).map((s) => s.depth)])].sort((a, b) => a - b).slice(-12);
  const best = new Map(course.map((s) => [s.depth, s]));
  const head = make("tr", {}, make("th", { scope: "col" }, "move"), make("th", { scope: "col" }, "nodes"), ...depths.map((d) => make("th", { scope: "col" }, String(d))));
  const named = new Set(roots.slice(0, SHOWN).map((r) => r.move));
  const missing = [...new Set(course.map((s) => s.move))].filter((move) => !named.has(move)).map((move) => ({ move, share: 0, shares: {} }));
  const rows = [...roots.slice(0, SHOWN), ...missing].map((root) => make("tr", {},
    make("th", { scope: "row" }, root.move), make("td", { class: "share" }, `${(100 * root.share).toFixed(0)} %`),
    ...depths.map((depth) => cell(root, depth, best.get(depth)))));
  room.replaceChildren(make("p", { class: "soft small" }, "where the nodes of each depth go, in per cent (sampled); framed: the best move and its value"),
    make("table", { class: "heat" }, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function cell(root, depth, step) {
  const share = root.shares[depth] ?? 0, isBest = step?.move === root.move;
  const words = isBest ? step.value : share >= 0.005 ? (100 * share).toFixed(0) : "";
  const td = make("td", { class: isBest ? "cell best" : "cell", title: `depth ${depth}: ${(100 * share).toFixed(1)} %` }, words);
  if (share) td.style.background = `rgba(var(--heat), ${(0.06 + 0.5 * share).toFixed(3)})`;
  return td;
}

function showTree(tree) {
  const room = byId("growth");
  room.hidden = !tree;
  if (!tree) return;
  const rows = tree.rows.map((row) => {
    const name = make("td", {}, `${row.move}${row.others ? ` (+${row.others})` : ""}`);
    name.style.paddingLeft = `${0.5 + 1.1 * row.ply}rem`;
    return make("tr", {}, name, make("td", { class: "number" }, row.worth.toFixed(1)),
      make("td", { class: "number" }, row.step === null ? "" : String(row.step)), make("td", { class: "number" }, row.relevance === null ? "" : String(row.relevance)));
  });
  const head = make("tr", {}, ...["position", "worth", "step", "relevance"].map((word) => make("th", { scope: "col" }, word)));
  room.replaceChildren(make("p", { class: "soft small" }, "the tree as it grows: when each position was looked into, and what that promised"),
    make("table", { class: "growth" }, make("thead", {}, head), make("tbody", {}, ...rows)));
}
