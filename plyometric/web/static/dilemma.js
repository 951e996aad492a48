// The basin of cooperation under sliders: every change is computed again by the kernels.
import { ask, byId, curve, make, showing } from "./plyo.js";

const HIGHEST = 2, STEP = 0.05;
const sliders = ["sigma", "delta", "lambda"];
const now = { alpha: 1.5, beta: 1.2, isAsking: false, isStale: false };
const map = byId("map");

const settings = () => ({
  ...Object.fromEntries(sliders.map((name) => [name, Number(byId(name).value)])),
  actions: byId("actions").value, alpha: now.alpha, beta: now.beta,
});

function keepDilemma() {
  const most = Math.round(100 * byId("sigma").value - 1) / 100;
  if (Number(byId("delta").value) > most) byId("delta").value = most;
}

async function change() {
  keepDilemma();
  for (const name of sliders) byId("sliders").querySelector(`output[for=${name}]`).textContent = Number(byId(name).value).toFixed(2);
  now.isStale = true;
  if (now.isAsking) return;
  now.isAsking = true;
  while (now.isStale) {
    now.isStale = false;
    await showing(byId("problem"), async () => show(await ask("dilemma", settings())));
  }
  now.isAsking = false;
}

function show(found) {
  paint(found);
  byId("legend").replaceChildren(...found.outcomes.filter((one) => one.share > 0).map((one) => {
    const patch = make("i");
    patch.style.background = one.colour;
    return make("li", {}, patch, `${one.name} ${(100 * one.share).toFixed(0)} %`);
  }));
  map.setAttribute("aria-label", `Map of outcomes: ${found.outcomes.filter((one) => one.share > 0).map((one) => `${one.name} ${(100 * one.share).toFixed(0)} per cent`).join(", ")}`);
  const cross = byId("cross");
  cross.hidden = false;
  cross.style.left = `${(100 * now.beta) / HIGHEST}%`;
  cross.style.top = `${100 - (100 * now.alpha) / HIGHEST}%`;
  byId("ends").textContent = `A aspires to ${now.alpha.toFixed(2)} at first, B to ${now.beta.toFixed(2)}. In the end: ${found.ends}.`;
  const [a, b] = [0, 1].map((i) => found.aspirations.map((row) => row[i]));
  const picture = curve(byId("course"), [{ points: a }, { points: b, look: "other" }], { labels: a.map((_, i) => i) });
  picture.setAttribute("aria-label", "The aspirations of A and B, turn by turn");
  byId("course").replaceChildren(make("p", { class: "soft small" }, "aspirations turn by turn: A full, B dashed"), picture);
  byId("actions-so-far").textContent = found.actions.join(" ");
}

function paint({ rows, outcomes }) {
  const size = rows.length, pen = map.getContext("2d");
  map.width = map.height = size;
  const picture = pen.createImageData(size, size);
  const colours = outcomes.map((one) => [1, 3, 5].map((i) => parseInt(one.colour.slice(i, i + 2), 16)));
  rows.forEach((row, y) => [...row].forEach((digit, x) => picture.data.set([...colours[digit], 255], 4 * ((size - 1 - y) * size + x))));
  pen.putImageData(picture, 0, 0);
}

function aim(alpha, beta) {
  const within = (x) => Math.round(100 * Math.max(0, Math.min(HIGHEST, x))) / 100;
  Object.assign(now, { alpha: within(alpha), beta: within(beta) });
  change();
}

map.addEventListener("click", (event) => aim(HIGHEST * (1 - event.offsetY / map.clientHeight), (HIGHEST * event.offsetX) / map.clientWidth));
map.addEventListener("keydown", (event) => {
  const way = { ArrowUp: [STEP, 0], ArrowDown: [-STEP, 0], ArrowLeft: [0, -STEP], ArrowRight: [0, STEP] }[event.key];
  if (!way) return;
  event.preventDefault();
  aim(now.alpha + way[0], now.beta + way[1]);
});
byId("sliders").addEventListener("input", change);
change();
