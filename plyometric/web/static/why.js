// Why a player with a strategy thinks here: its budget as a strip over the game, and each decision in full.
import { ask, byId, make } from "./plyo.js";

let chosen = null;

export async function showWhy({ facts, playerOf, who, at, go }) {
  const turn = [0, 1].find((side) => who(side) === "machine" && playerOf(side).includes("strategy="));
  byId("budget").hidden = turn === undefined;
  if (turn === undefined) return;
  const told = await ask("why", { ...facts(), player: playerOf(turn), side: turn });
  const { k, n, d, m } = told.terms;
  byId("terms").textContent = `Depth ${k + n} in place of ${k} at ${d} of ${m} moves; filled: it looked deeper. Choose a move to see why.`;
  const left = told.decisions.length ? told.decisions.at(-1) : { moves_left: m };
  const rest = Math.max(0, Math.min(left.moves_left - 1, m));
  byId("strip").replaceChildren(...told.decisions.map((one) => box(one, at, go)),
    ...Array.from({ length: rest }, () => make("button", { type: "button", class: "left", disabled: true, "aria-hidden": "true", tabindex: "-1" })));
  const shown = told.decisions.find((one) => one.ply === chosen) ?? told.decisions.at(-1);
  byId("decision").replaceChildren(...(shown ? decision(shown) : []));
}

function box(one, at, go) {
  const words = `move ${Math.floor(one.ply / 2) + 1}${one.move ? `, ${one.move}` : ", now"}: ${one.is_deep ? "deeper" : "not deeper"}, ${one.deep_left} deep searches left`;
  return make("button", {
    type: "button", class: one.is_deep ? "deep" : "", "aria-label": words, title: words, "aria-current": one.ply === at ? "step" : null,
    onclick: () => { chosen = one.ply; go(one.ply); },
  }, String(one.deep_left));
}

function decision(one) {
  if (one.score === null) return [make("p", {}, "There is but one move: nothing is decided.")];
  const gauge = make("div", { class: "gauge", role: "img", "aria-label": `score ${one.score} against the threshold ${one.threshold}` }, make("span"), make("i"));
  const highest = Math.max(one.score, Math.min(one.threshold, 1), 0.01) * 1.15;
  gauge.children[0].style.width = `${(100 * one.score) / highest}%`;
  gauge.children[1].style.left = `${Math.min(99, (100 * one.threshold) / highest)}%`;
  const rows = one.features.map((f) => make("tr", {}, make("th", { scope: "row" }, f.name), make("td", { class: "number" }, String(f.value))));
  return [
    make("p", {}, make("b", {}, one.is_deep ? "It looks deeper. " : "It does not look deeper. "),
      `${(100 * one.score).toFixed(1)} % of such positions may gain; ${one.threshold > 1 ? "none would be enough" : `${(100 * one.threshold).toFixed(1)} % would be enough`}, with ${one.deep_left} deep searches and ${one.moves_left} moves left.`),
    gauge, make("ol", { class: "path" }, ...one.path.map((line) => make("li", {}, line))),
    make("p", { class: "soft small" }, one.leaf === null ? "Many trees were asked." : `It fell into leaf ${one.leaf}.`),
    make("details", {}, make("summary", {}, "All features"), make("table", {}, make("tbody", {}, ...rows))),
  ];
}
