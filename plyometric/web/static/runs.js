// The list of runs, and one run while it goes on.
import { ask, byId, curve, make, showing } from "./plyo.js";

const EVERY = 1000;
const room = byId("progress");

byId("start")?.addEventListener("submit", (event) => {
  event.preventDefault();
  showing(byId("problem"), async () => {
    const { run } = await ask("start", { study: byId("study").value, seed: Number(byId("seed").value) });
    location.href = `/run?name=${encodeURIComponent(run)}`;
  });
});

for (const verb of ["stop", "resume"]) {
  byId(verb)?.addEventListener("click", () => showing(byId("problem"), async () => {
    await ask(verb, { run: room.dataset.run });
    byId(verb).hidden = true;
  }));
}

async function follow() {
  const facts = await ask("progress", { run: room.dataset.run });
  byId("units").textContent = facts.units.toLocaleString("en");
  byId("state").textContent = facts.state;
  byId("state").className = `state ${facts.state.replace(" ", "-")}`;
  byId("stop").hidden = !facts.ours || facts.state === "finished";
  byId("resume").hidden = facts.state !== "stopped";
  if (facts.said && facts.state === "stopped") byId("problem").textContent = facts.said;
  byId("labels").tBodies[0].replaceChildren(...facts.labels.map((one) => make("tr", {}, make("td", {}, one.label),
    make("td", {}, make("progress", { max: one.of || one.done || 1, value: one.done, "aria-label": one.label })),
    make("td", { class: "number" }, `${one.done.toLocaleString("en")}${one.of ? ` of ${one.of.toLocaleString("en")}` : ""}`))));
  byId("latest").tBodies[0].replaceChildren(...facts.latest.map((one) => make("tr", {}, make("th", { scope: "row" }, one.unit),
    ...one.numbers.map((n) => make("td", { class: "number" }, Number.isInteger(n) ? n.toLocaleString("en") : n.toPrecision(4))))));
  byId("curves").replaceChildren(...facts.curves.filter((one) => one.points.length > 1).map((one) => {
    const picture = curve(byId("curves"), [{ points: one.points }], { labels: one.points.map((_, i) => i) });
    picture.setAttribute("aria-label", `${one.name}, step by step: now ${one.points.at(-1)}`);
    return make("div", { class: "curve small-curve" }, make("p", { class: "soft small" }, `${one.name}, step by step`), picture);
  }));
  if (facts.state === "finished" && room.dataset.state !== "finished") { location.reload(); return; }
  if (facts.state !== "finished") setTimeout(() => showing(byId("problem"), follow), EVERY);
}

if (room) showing(byId("problem"), follow);
