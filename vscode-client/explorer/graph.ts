// The graph of a Relax function, laid out by dagre: shapes on the edges, fusion groups in colours; and its memory plan.

import { Graph as Layout, layout } from "@dagrejs/dagre";
import { element, metric, svg } from "./dom";
import type { Linking } from "./nest";
import type { Graph, GraphNode } from "./shapes";

const LETTER = 7.4;
const HUES = 10;

export function graph(found: Graph | null, linking: Linking): HTMLElement {
  if (found === null) {
    return element("p", { class: "empty" }, "The graph is being laid out …");
  }
  const keys = found.groups.map((name, at) => element("span", { class: `key group hue-${at % HUES}` }, name));
  return element(
    "div",
    { class: "graph" },
    element("div", { class: "legend" }, ...(keys.length > 0 ? ["fused into one kernel: ", ...keys] : ["no operators are fused"])),
    element("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": "Graph" }, drawn(found, linking)),
  );
}

function drawn(found: Graph, linking: Linking): SVGElement {
  const placed = new Layout({ multigraph: true });
  placed.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 52, marginx: 16, marginy: 16 });
  for (const node of found.nodes) {
    const words = Math.max(node.op.length, node.id.length);
    placed.setNode(node.id, { width: words * LETTER + 32, height: node.kind === "call" ? 44 : 30 });
  }
  found.edges.forEach((edge, at) => {
    placed.setEdge(edge.source, edge.target, { width: edge.info.length * 6 + 8, height: 14, labelpos: "c" }, String(at));
  });
  layout(placed);
  const { width = 0, height = 0 } = placed.graph() as { width?: number; height?: number };
  const edges = found.edges.map((edge, at) => {
    const { points, x, y } = placed.edge(edge.source, edge.target, String(at)) as {
      points: { x: number; y: number }[];
      x: number;
      y: number;
    };
    const path = points.map((point, index) => `${index === 0 ? "M" : "L"}${point.x} ${point.y}`).join(" ");
    return svg(
      "g",
      { class: "edge" },
      svg("path", { d: path, "marker-end": "url(#arrow)" }),
      svg("text", { x, y: y + 4, "text-anchor": "middle" }, edge.info),
    );
  });
  const nodes = found.nodes.map((node) => {
    const { x, y, width: wide, height: high } = placed.node(node.id) as { x: number; y: number; width: number; height: number };
    return box(node, x, y, wide, high, linking);
  });
  const arrow = svg(
    "marker",
    { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
    svg("path", { d: "M0 0 L8 4 L0 8 z" }),
  );
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, svg("defs", {}, arrow), ...edges, ...nodes);
}

function box(node: GraphNode, x: number, y: number, width: number, height: number, linking: Linking): SVGElement {
  const choose = () => { linking.onChoose(node.origins, -1); };
  const made = svg(
    "g",
    {
      class: `node ${node.kind} ${node.group < 0 ? "" : `group hue-${node.group % HUES}`}`,
      transform: `translate(${x - width / 2} ${y - height / 2})`,
      tabindex: 0,
      role: "button",
      "aria-label": `${node.id}: ${node.op} ${node.info}`,
      onclick: choose,
      onmouseenter: () => { linking.onPoint(node.origins); },
      onmouseleave: () => { linking.onPoint([]); },
    },
    svg("title", {}, `${node.id}: ${node.info}`),
    svg("rect", { width, height, rx: 8 }),
    svg("text", { x: width / 2, y: node.kind === "call" ? 19 : height / 2 + 4, "text-anchor": "middle", class: "op" }, node.op),
    node.kind === "call" ? svg("text", { x: width / 2, y: 35, "text-anchor": "middle", class: "variable" }, node.id) : undefined,
  );
  made.addEventListener("keydown", (event) => {
    if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ")) choose();
  });
  return made;
}

/** Storage as rows over time: which tensors live in which piece of memory, and when. */
export function memory(found: Graph | null): HTMLElement {
  if (found === null || found.memory.length === 0) {
    const words = found === null ? "The memory is being planned …" : "Nothing is planned: every result of a kernel leaves the function, or has a size that only a call knows.";
    return element("p", { class: "empty" }, words);
  }
  const total = found.memory.reduce((sum, storage) => sum + (storage.bytes ?? 0), 0);
  const [step, row, left] = [Math.max(84, 640 / Math.max(found.steps, 1)), 46, 150];
  const [width, height] = [left + step * (found.steps + 1), row * found.memory.length + 40];
  const rows = found.memory.flatMap((storage, at) => [
    svg("text", { x: 8, y: at * row + 22, class: "strong" }, storage.name),
    svg("text", { x: 8, y: at * row + 38 }, storage.bytes === null ? `${storage.bytes_text} B` : metric(storage.bytes, "B")),
    svg("line", { class: "grid", x1: 0, x2: width, y1: (at + 1) * row, y2: (at + 1) * row }),
    ...storage.tensors.flatMap(([name, info, first, last], place) => [
      svg("rect", { class: `hue-${(at * 3 + place) % HUES}`, x: left + (first - 1) * step, y: at * row + 5, width: (last - first + 1) * step - 4, height: row - 10, rx: 5 }, svg("title", {}, `${name}: ${info}`)),
      svg("text", { x: left + (first - 1) * step + 8, y: at * row + 20, class: "strong" }, name),
      svg("text", { x: left + (first - 1) * step + 8, y: at * row + 34 }, last > first ? info : ""),
    ]),
  ]);
  return element(
    "div",
    { class: "memory" },
    element("p", { class: "hint" }, `${found.memory.length} pieces of storage${total > 0 ? `, ${metric(total, "B")}` : ""}, as the pipeline "vm" plans them. From left to right: the calls of the function in order.`),
    element("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": "Memory plan" }, svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ...rows)),
  );
}
