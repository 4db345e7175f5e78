// The loop nest as a picture: boxes inside boxes, as wide as a loop is deep; colours say how a loop runs, cells are vector lanes.

import { element } from "./dom";
import type { Loop, Stage } from "./shapes";

export interface Linking {
  readonly onPoint: (origins: readonly number[]) => void;
  readonly onChoose: (origins: readonly number[], line: number) => void;
}

const LEGEND = [
  ["serial", "serial loop"],
  ["parallel", "parallel: threads"],
  ["vectorized", "vectorized"],
  ["unrolled", "unrolled"],
  ["reduction", "reduction axis"],
  ["block", "block"],
] as const;

export function nest(stage: Stage, linking: Linking): HTMLElement {
  if (stage.loops.length === 0) {
    return element("p", { class: "empty" }, "This stage has no loops to draw: choose one with TensorIR functions.");
  }
  const keys = LEGEND.map(([look, words]) => element("span", { class: `key ${look}` }, words));
  return element(
    "div",
    { class: "nest" },
    element("div", { class: "legend", "aria-hidden": "true" }, ...keys),
    ...stage.loops.map((loop) => drawn(loop, linking)),
  );
}

function drawn(loop: Loop, linking: Linking): HTMLElement {
  const choose = (event: Event) => {
    event.stopPropagation();
    linking.onChoose(loop.origins, loop.line);
  };
  const head = element("button", { class: "head", onclick: choose }, ...headline(loop));
  const box = element("div", { class: `part ${loop.kind} ${loop.how} ${loop.axis}` }, head);
  if (loop.inside.length > 0) {
    box.append(element("div", { class: "inside" }, ...loop.inside.map((each) => drawn(each, linking))));
  }
  box.addEventListener("mouseover", (event) => {
    event.stopPropagation();
    linking.onPoint(loop.origins);
  });
  box.addEventListener("mouseleave", () => {
    linking.onPoint([]);
  });
  return box;
}

function headline(loop: Loop): (HTMLElement | string)[] {
  const name = element("b", {}, loop.name);
  switch (loop.kind) {
    case "loop":
      return [name, element("span", { class: "extent" }, loop.extent), ticks(loop.extent), badge(loop)];
    case "block":
      return ["block ", name, element("span", { class: "axes" }, loop.extent)];
    case "if":
      return ["if ", element("code", {}, loop.name)];
    case "allocate":
      return ["memory ", name, element("span", { class: "axes" }, loop.extent)];
    case "store":
      return [name, " ←", lanes(loop.lanes), loop.extent === "" ? "" : element("span", { class: "axes" }, loop.extent)];
  }
}

function badge(loop: Loop): HTMLElement {
  const words = [loop.how === "serial" ? "" : loop.how, loop.axis].filter((word) => word !== "");
  return element("span", { class: "badge" }, words.join(" · "));
}

/** A strip as long as the loop, on a logarithmic scale. */
function ticks(extent: string): HTMLElement {
  const count = Number(extent);
  const strip = element("span", { class: "ticks", "aria-hidden": "true" });
  strip.style.width = `${Number.isFinite(count) && count > 0 ? 12 + 14 * Math.log2(count) : 60}px`;
  return strip;
}

function lanes(count: number): HTMLElement {
  const cells = Array.from({ length: Math.min(count, 64) }, () => element("i"));
  const label = count > 1 ? `${count} lanes` : "1 element";
  return element("span", { class: "lanes", title: label, "aria-label": label }, ...cells);
}
