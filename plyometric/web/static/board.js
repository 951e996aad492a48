// One board for every game: a picture with a button on each place, or a list of moves where there is none.
import { byId, make } from "./plyo.js";

const key = (place) => place.join(",");
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  constructor(onMove) {
    this.onMove = onMove;
    this.cells = new Map();
    this.from = null;
    this.layer = byId("places");
    this.layer.addEventListener("keydown", (event) => this.walk(event));
    this.layer.addEventListener("pointerdown", (event) => { this.down = event.target.dataset?.place ?? null; });
    this.layer.addEventListener("pointerup", (event) => this.drop(event));
  }

  show(view, isOpen) {
    this.view = view;
    this.legal = isOpen ? view.legal : [];
    this.from = null;
    this.showPicture();
    this.lay();
    this.mark();
    this.list();
    byId("choice").hidden = true;
  }

  showPicture() {
    const { picture, text, position } = this.view;
    byId("picture").hidden = !picture;
    byId("drawn").hidden = Boolean(picture);
    if (picture) byId("picture").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
    byId("picture").alt = `${this.view.status}. Position: ${position}`;
    const drawn = text ?? position;
    byId("drawn").textContent = picture ? "" : drawn;
    byId("drawn").style.setProperty("--columns", Math.max(...drawn.split("\n").map((line) => line.length)));
  }

  lay() {
    const grid = this.view.grid;
    const shape = grid ? `${grid.columns} ${grid.rows}` : "";
    if (shape === this.shape) return;
    this.shape = shape;
    this.cells.clear();
    this.layer.replaceChildren();
    for (let row = 0; row < (grid?.rows ?? 0); row++) {
      for (let column = 0; column < grid.columns; column++) this.layer.append(this.cell(row, column, grid));
    }
    this.layer.firstElementChild?.setAttribute("tabindex", "0");
  }

  cell(row, column, grid) {
    const place = key([row, column]);
    const cell = make("button", { type: "button", tabindex: "-1", "data-place": place, onclick: () => this.press(place) });
    const along = (i, whole) => `${(100 * (grid.margin + i * grid.cell)) / whole}%`;
    Object.assign(cell.style, {
      left: along(column, grid.width), top: along(row, grid.height),
      width: `${(100 * grid.cell) / grid.width}%`, height: `${(100 * grid.cell) / grid.height}%`,
    });
    this.cells.set(place, cell);
    return cell;
  }

  mark() {
    const starts = Map.groupBy ? Map.groupBy(this.legal.filter((m) => m.places.length), (m) => key(m.places[0])) : grouped(this.legal);
    const targets = new Set(this.behind().map((m) => key(m.places.at(-1))));
    const last = new Set((this.view.last ?? []).map(key));
    this.layer.classList.toggle("stones", this.legal.length > 0 && this.legal.every((m) => m.places.length < 2));
    for (const [place, cell] of this.cells) {
      const moves = starts.get(place) ?? [];
      cell.className = [
        last.has(place) && "last", moves.length && "source", place === this.from && "from", targets.has(place) && "target",
      ].filter(Boolean).join(" ");
      const [row, column] = place.split(",").map(Number);
      const told = moves.slice(0, 12).map((m) => m.text).join(", ");
      cell.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}${told ? `: ${told}` : ""}${targets.has(place) ? ", to here" : ""}`);
      cell.setAttribute("aria-disabled", String(!moves.length && !targets.has(place)));
    }
  }

  behind() {
    return this.from === null ? [] : this.legal.filter((m) => m.places.length > 1 && key(m.places[0]) === this.from);
  }

  press(place) {
    const there = this.behind().filter((m) => key(m.places.at(-1)) === place);
    if (there.length) { this.choose(there); return; }
    const here = this.legal.filter((m) => m.places.length && key(m.places[0]) === place);
    const single = here.filter((m) => m.places.length === 1);
    if (here.length && single.length === here.length) { this.choose(single); return; }
    this.from = here.length && this.from !== place ? place : null;
    this.mark();
  }

  drop(event) {
    const up = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.place;
    if (this.down === null || !up || up === this.down) return;
    this.from = null;
    this.press(this.down);
    if (this.from === this.down) this.press(up);
    this.down = null;
  }

  choose(moves) {
    const room = byId("choice");
    room.hidden = moves.length === 1;
    if (moves.length === 1) { this.onMove(moves[0].move); return; }
    room.replaceChildren(...moves.map((m) => make("button", { type: "button", onclick: () => this.onMove(m.move) }, m.text)));
    room.firstElementChild.focus();
  }

  walk(event) {
    if (event.key === "Escape") { this.from = null; this.mark(); return; }
    const way = WAYS[event.key], place = event.target.dataset?.place;
    if (!way || !place) return;
    const [row, column] = place.split(",").map(Number);
    const next = this.cells.get(key([row + way[0], column + way[1]]));
    if (!next) return;
    event.preventDefault();
    event.target.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  list() {
    const hidden = this.legal.filter((m) => !this.view.grid || !m.places.length);
    byId("others").replaceChildren(...hidden.map((m) => make("button", { type: "button", onclick: () => this.onMove(m.move) }, m.text)));
  }

  hint(move) {
    const found = this.view.legal.find((m) => m.move === move);
    for (const place of found?.places ?? []) this.cells.get(key(place))?.classList.add("hinted");
    return found?.text ?? "";
  }
}

function grouped(moves) {
  const found = new Map();
  for (const move of moves.filter((m) => m.places.length)) {
    const place = key(move.places[0]);
    found.set(place, [...(found.get(place) ?? []), move]);
  }
  return found;
}
