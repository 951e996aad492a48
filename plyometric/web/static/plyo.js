// What all pages share: asking the server, and making parts of a page.

export const byId = (id) => document.getElementById(id);
export const tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");

async function post(name, body, signal) {
  const answer = await fetch(`/api/${name}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  });
  if (answer.ok) return answer;
  const text = await answer.text();
  let said = text;
  try { said = JSON.parse(text).error; } catch { /* a plain sentence */ }
  throw new Error(said || `the server answered ${answer.status}`);
}

export const ask = async (name, body, signal) => (await post(name, body, signal)).json();

export async function* lines(name, body, signal) {
  const reader = (await post(name, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  return filled(element, attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export async function showing(problem, work) {
  problem.textContent = "";
  try { return await work(); } catch (error) {
    if (error.name !== "AbortError") problem.textContent = error.message;
    return undefined;
  }
}

export const counted = (n) => Number(n).toLocaleString("en");

// A picture as wide as the room it is for, so that its letters keep their size on a phone.
export function curve(room, series, { height = 130, labels = [], zero = false } = {}) {
  const width = Math.max(240, Math.min(640, room.clientWidth || 480));
  const all = series.flatMap((one) => one.points);
  const low = Math.min(...all, zero ? 0 : Infinity), high = Math.max(...all, zero ? 0 : -Infinity);
  const longest = Math.max(...series.map((one) => one.points.length));
  const x = (i) => 40 + (longest > 1 ? (i * (width - 56)) / (longest - 1) : 0);
  const y = (v) => height - 22 - (high > low ? ((v - low) * (height - 38)) / (high - low) : (height - 38) / 2);
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  picture.append(draw("line", { class: "axis", x1: 40, x2: width - 16, y1: height - 22, y2: height - 22 }));
  if (zero && low < 0 && high > 0) picture.append(draw("line", { class: "zero", x1: 40, x2: width - 16, y1: y(0), y2: y(0) }));
  const ends = high > low ? [low, high] : [low];
  for (const v of ends) picture.append(draw("text", { x: 34, y: y(v) + 4, "text-anchor": "end" }, String(Math.round(v * 100) / 100)));
  for (const one of series) {
    picture.append(draw("polyline", { class: one.look ?? "value", points: one.points.map((v, i) => `${x(i)},${y(v)}`).join(" ") }));
    (one.marks ?? []).forEach((mark, i) => picture.append(draw("circle", { cx: x(i), cy: y(one.points[i]), r: 4, class: mark ? "changed" : "same" })));
  }
  const every = Math.ceil((labels.length * 34) / width);
  labels.forEach((text, i) => { if (i % every === 0) picture.append(draw("text", { x: x(i), y: height - 6, "text-anchor": "middle" }, String(text))); });
  return picture;
}
