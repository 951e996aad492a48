// A learned tree to walk through with a board.
import { ask, byId, make, showing } from "./plyo.js";
import { Board } from "./board.js";

const table = byId("table");
const now = { game: table.dataset.game, start: "", moves: [] };
const board = new Board((move) => { now.moves.push(move); show(); });

async function show() {
  await showing(byId("problem"), async () => {
    const view = await ask("look", now);
    board.show(view, view.result === null);
    byId("position").value = view.position;
    byId("status").textContent = `${view.status}.`;
    byId("verdict").textContent = "";
    byId("path").replaceChildren();
    follow(await ask("walk", { ...now, player: table.dataset.player }));
  });
}

function follow(found) {
  const enough = found.threshold > 1 ? "none would be enough" : `${(100 * found.threshold).toFixed(1)} % would be enough at the start of a budget`;
  byId("verdict").textContent = `${(100 * found.score).toFixed(1)} % of such positions may gain by a deeper search; ${enough}. It would ${found.is_deep ? "" : "not "}look deeper.`;
  byId("path").replaceChildren(...found.path.map((line) => make("li", {}, line)));
  byId("features").tBodies[0].replaceChildren(...found.features.map((f) => make("tr", {}, make("th", { scope: "row" }, f.name), make("td", { class: "number" }, String(f.value)))));
  const rows = new Set(found.rows.map(String));
  for (const node of byId("tree").querySelectorAll("[data-row]")) {
    const isOn = rows.has(node.dataset.row);
    node.classList.toggle("on", isOn);
    const inside = node.querySelector(":scope > details");
    if (inside) inside.open = isOn;
  }
}

byId("undo").addEventListener("click", () => { now.moves.pop(); show(); });
byId("new").addEventListener("click", () => { Object.assign(now, { start: "", moves: [] }); show(); });
byId("setup").addEventListener("submit", (event) => { event.preventDefault(); Object.assign(now, { start: byId("position").value.trim(), moves: [] }); show(); });
show();
