// The page to play at. The browser holds the game: where it began, its moves, and how far it is shown.
import { ask, byId, lines, make, showing, tab } from "./plyo.js";
import { Board } from "./board.js";
import * as thinking from "./thinking.js";
import { showWhy } from "./why.js";

const table = byId("table");
const now = { game: table.dataset.game, start: table.dataset.start, moves: [], at: 0, texts: [], view: null, looks: 0, isPaused: false, stop: null };
const board = new Board((move) => play(move));

const facts = (moves = now.moves.slice(0, now.at)) => ({ game: now.game, start: now.start, moves });
const who = (turn) => byId(`who${turn}`).value;
const playerOf = (turn) => byId(`player${turn}`).value.trim();

// Answers may overtake each other: only the one to the last question is shown. Tells whether it was.
async function show() {
  const looks = now.looks += 1;
  const view = await ask("look", facts());
  if (looks !== now.looks) return false;
  now.view = view;
  if (now.at === now.moves.length) now.texts = view.played;
  const isOver = view.result !== null;
  board.show(view, !isOver);
  byId("position").value = view.position;
  byId("status").textContent = isOver ? `${view.status}.` : `${view.played.length ? `${view.played.at(-1)}. ` : ""}${view.status}.`;
  listMoves();
  showWhy({ facts, playerOf, who, at: now.at, go });
  return true;
}

async function refresh() {
  await showing(byId("problem"), async () => { if (await show()) await answer(); });
}

function halt() {
  now.stop?.abort();
  now.stop = null;
}

async function play(move) {
  halt();
  now.moves = [...now.moves.slice(0, now.at), move];
  now.at = now.moves.length;
  await refresh();
}

async function go(at) {
  halt();
  now.at = at;
  if (at < now.moves.length) pause(true);
  await refresh();
}

function pause(isPaused) {
  now.isPaused = isPaused;
  byId("pause").setAttribute("aria-pressed", String(isPaused));
  byId("pause").textContent = isPaused ? "Go on" : "Pause";
}

async function answer() {
  const { view } = now;
  if (now.isPaused || view.result !== null || who(view.turn) !== "machine" || now.at < now.moves.length) return;
  const found = await think(playerOf(view.turn));
  if (found?.best && now.view === view) await play(found.best);
}

async function think(player) {
  halt();
  const stop = now.stop = new AbortController();
  let last;
  try {
    for await (const line of lines("think", { ...facts(), player, tab }, stop.signal)) {
      if (line.error) throw new Error(line.error);
      thinking.show(line);
      last = line;
    }
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  }
  return last?.done ? last : undefined;
}

function listMoves() {
  const rows = now.texts.map((text, i) => make("li", {}, ...(i % 2 === 0 ? [make("span", {}, `${i / 2 + 1}.`)] : []),
    make("button", { type: "button", "aria-current": i + 1 === now.at ? "step" : null, onclick: () => go(i + 1) }, text)));
  byId("moves").replaceChildren(make("li", {}, make("button", { type: "button", "aria-current": now.at === 0 ? "step" : null, onclick: () => go(0) }, "start")), ...rows);
}

async function restart(start, moves) {
  halt();
  const before = { start: now.start, moves: now.moves, at: now.at };
  Object.assign(now, { start, moves, at: moves.length });
  await showing(byId("problem"), async () => {
    let isShown;
    try { isShown = await show(); } catch (error) { Object.assign(now, before); throw error; }
    if (isShown) await answer();
  });
}

byId("new").addEventListener("click", () => { pause(false); restart("", []); });
byId("undo").addEventListener("click", async () => {
  if (!now.at) return;
  halt();
  const human = [0, 1].some((turn) => who(turn) === "you");
  let at = now.at - 1;
  const turn = (plies) => (now.view.turn + now.at + plies) % 2;
  while (human && at > 0 && who(turn(at)) !== "you") at -= 1;
  now.moves = now.moves.slice(0, at);
  now.at = at;
  if (human) pause(false); else pause(true);
  await refresh();
});
byId("hint").addEventListener("click", () => showing(byId("problem"), async () => {
  const machine = [0, 1].find((turn) => who(turn) === "machine") ?? now.view.turn;
  const found = await think(playerOf(machine));
  if (found?.best) byId("status").textContent = `Hint: ${board.hint(found.best)} (${found.value}).`;
}));
byId("pause").addEventListener("click", async () => {
  pause(!now.isPaused);
  if (now.isPaused) halt();
  else { now.at = now.moves.length; await refresh(); }
});
byId("prove")?.addEventListener("click", () => showing(byId("problem"), async () => {
  const room = byId("proof");
  halt();
  pause(true);
  const stop = now.stop = new AbortController();
  room.hidden = false;
  room.replaceChildren(make("p", {}, "Proving …"));
  try {
    const found = await ask("prove", { ...facts(), tab }, stop.signal);
    const failing = Object.entries(found.refuted ?? {}).map(([move, reply]) => `${move} fails to ${reply}`);
    room.replaceChildren(make("h2", {}, `The proof: ${found.status}`), make("p", {}, found.line.length ? found.line.join(" ") : "There is no line to show."),
      make("p", { class: "soft small" }, [found.saved_by ? `saved by ${found.saved_by}` : "", ...failing, `${found.plays.toLocaleString("en")} plays, ${found.nodes.toLocaleString("en")} nodes`].filter(Boolean).join("; ")));
  } catch (error) { room.hidden = true; throw error; }
}));
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("move").value.trim();
  const found = now.view.legal.find((m) => m.text === text) ?? now.view.legal.find((m) => m.text.toLowerCase() === text.toLowerCase());
  byId("problem").textContent = found ? "" : `${text || "Nothing"} is not a legal move here: ${now.view.legal.slice(0, 40).map((m) => m.text).join(", ")}.`;
  if (found) { byId("move").value = ""; play(found.move); }
});
byId("setup").addEventListener("submit", (event) => { event.preventDefault(); restart(byId("position").value.trim(), []); });
byId("save").addEventListener("click", () => showing(byId("problem"), async () => {
  const names = [0, 1].map((turn) => (who(turn) === "you" ? "You" : playerOf(turn)));
  const { text, name } = await ask("record", { ...facts(now.moves), first: names[0], second: names[1] });
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}));
byId("load").addEventListener("change", () => showing(byId("problem"), async () => {
  const [file] = byId("load").files;
  if (!file) return;
  const { start, moves } = await ask("read", { game: now.game, text: (await file.text()).slice(0, 200000) });
  byId("load").value = "";
  pause(true);
  await restart(start, moves);
}));
for (const turn of [0, 1]) for (const id of [`who${turn}`, `player${turn}`]) byId(id).addEventListener("change", () => { halt(); refresh(); });
addEventListener("pagehide", halt);

refresh();
