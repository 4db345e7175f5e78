// The access pattern: how each access steps through its buffer with every loop, and a map of the elements in the order of their first use.

import { element } from "./dom";
import type { Access } from "./shapes";
import type { Linking } from "./nest";

/** Elements that are painted at most. */
const MOST = 400_000;
const SIDE = 300;

export function accesses(found: readonly Access[], linking: Linking): HTMLElement {
  if (found.length === 0) {
    return element("p", { class: "empty" }, "There is no access to draw: this function is a graph, or stores nothing.");
  }
  return element(
    "div",
    { class: "accesses" },
    element(
      "p",
      { class: "hint" },
      "Each element in the colour of its first use: dark at the beginning of the function, as it is written, bright at its end. A stride of 1 in the innermost loop runs along cache lines; 0 uses the same element again.",
    ),
    ...found.map((access) => card(access, linking)),
  );
}

function card(access: Access, linking: Linking): HTMLElement {
  const rows = access.loops.map(({ name, extent, stride }, at) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", {}, extent > 0 ? String(extent) : "?"),
      element("td", { class: verdict(stride, at === access.loops.length - 1) }, stride === null ? "data" : String(stride)),
      element("td", { class: "words" }, words(stride)),
    ),
  );
  const head = element("tr", {}, ...["loop", "extent", "stride", ""].map((title) => element("th", { scope: "col" }, title)));
  const choose = () => { linking.onChoose(access.origins, -1); };
  const made = element(
    "section",
    { class: "access" },
    element(
      "button",
      { class: "head", onclick: choose },
      element("span", { class: `badge ${access.is_write ? "write" : "read"}` }, access.is_write ? "store" : "load"),
      element("code", {}, access.text),
      element("span", { class: "axes" }, `${access.shape.join(" × ") || "scalar"} ${access.dtype}`),
    ),
    element("div", { class: "columns" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)), map(access)),
  );
  made.addEventListener("mouseenter", () => {
    linking.onPoint(access.origins);
  });
  made.addEventListener("mouseleave", () => {
    linking.onPoint([]);
  });
  return made;
}

function verdict(stride: number | null, innermost: boolean): string {
  if (!innermost) return "";
  return stride === 0 || stride === 1 ? "good" : "bad";
}

function words(stride: number | null): string {
  if (stride === null) return "depends on data";
  if (stride === 0) return "same element";
  return stride === 1 ? "next element" : "";
}

/** The buffer as a rectangle of elements, rows first; each pixel is coloured by the step at which it is used first. */
function map(access: Access): HTMLElement {
  const size = access.shape.reduce((product, extent) => product * extent, 1);
  if (size === 0 || access.start === null || access.loops.some(({ stride, extent }) => stride === null || extent === 0)) {
    return element("span", { class: "empty" }, "no map: sizes or places depend on the call");
  }
  const columns = access.shape[access.shape.length - 1] ?? 1;
  const rows = Math.ceil(size / columns);
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, SIDE / Math.max(columns, rows));
  canvas.width = Math.max(1, Math.ceil(columns * scale));
  canvas.height = Math.max(1, Math.ceil(rows * scale));
  const enlarged = Math.max(1, Math.floor(SIDE / Math.max(canvas.width, canvas.height)));
  canvas.style.width = `${canvas.width * enlarged}px`;
  canvas.style.height = `${Math.max(canvas.height * enlarged, 10)}px`;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Elements of ${access.buffer} in the order of use`);
  paint(canvas, access, columns, scale);
  return canvas;
}

/** Goes through the loops that move the access; the others use each element first when they are at their beginning. */
function paint(canvas: HTMLCanvasElement, access: Access, columns: number, scale: number): void {
  const context = canvas.getContext("2d");
  const total = access.loops.reduce((product, { extent }) => product * extent, 1);
  const seen = new Set<number>();
  let left = MOST;
  const visit = (depth: number, at: number, time: number, inside: number): void => {
    const loop = access.loops[depth];
    if (loop === undefined) {
      left -= 1;
      const [x, y] = [Math.floor((at % columns) * scale), Math.floor(Math.floor(at / columns) * scale)];
      const pixel = y * canvas.width + x;
      if (!seen.has(pixel) && context !== null) {
        seen.add(pixel);
        const share = total > 1 ? time / (total - 1) : 0;
        context.fillStyle = `hsl(${265 - 215 * share} 75% ${32 + 28 * share}%)`;
        context.fillRect(x, y, 1, 1);
      }
      return;
    }
    const [count, stride] = [loop.stride === 0 ? 1 : loop.extent, loop.stride ?? 0];
    for (let each = 0; each < count && left > 0; each += 1) {
      visit(depth + 1, at + each * stride, time + (each * inside) / loop.extent, inside / loop.extent);
    }
  };
  visit(0, access.start ?? 0, 0, total);
}
