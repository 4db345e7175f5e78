// The roofline: what the machine allows at the function's intensity, and where the measured run is.

import { element, metric, svg } from "./dom";
import type { Cost, Run } from "./shapes";

const [WIDTH, HEIGHT] = [640, 380];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 20, 50];

export function roofline(cost: Cost | null, run: Run | undefined): HTMLElement {
  if (cost === null) {
    return element("p", { class: "empty" }, "Operations and bytes are counted for TensorIR functions only.");
  }
  const facts = element("dl", { class: "facts" });
  const fact = (name: string, value: string) => { facts.append(element("div", {}, element("dt", {}, name), element("dd", {}, value))); };
  fact("operations", cost.flops === null ? cost.flops_text || "depends on data" : metric(cost.flops, "FLOP"));
  fact("memory traffic, at least", cost.bytes === null ? cost.bytes_text : metric(cost.bytes, "B"));
  const flops = cost.flops ?? run?.data.flops ?? null;
  const bytes = cost.bytes ?? run?.data.moved ?? null;
  const intensity = flops !== null && bytes !== null && bytes > 0 ? flops / bytes : undefined;
  if (intensity !== undefined) fact("intensity", `${intensity.toPrecision(3)} FLOP/B`);
  const best = run?.ok ? Math.min(...(run.data.times ?? [])) : undefined;
  const made = element("div", { class: "roofline" }, facts);
  if (best === undefined || !Number.isFinite(best)) {
    made.append(element("p", { class: "hint" }, "Press Run: the function is built and run in a process of its own, and the machine's roof is measured."));
    return made;
  }
  fact("time", metric(best, "s"));
  const peaks = run?.peaks;
  if (peaks && intensity !== undefined && flops !== null && flops > 0) {
    const reached = flops / best;
    const roofs = { flops: Math.max(peaks.flops, reached), bytes: peaks.bytes };
    const roof = Math.min(roofs.flops, roofs.bytes * intensity);
    fact("reached", reached > roof ? metric(reached, "FLOP/s") : `${metric(reached, "FLOP/s")}, ${((100 * reached) / roof).toFixed(0)} % of the roof`);
    const limit = roofs.bytes * intensity < roofs.flops ? "memory" : "arithmetic";
    fact("limited by", reached > roof ? "caches: faster than from memory" : limit);
    made.append(chart(roofs, intensity, reached));
  }
  return made;
}

function chart(peaks: { flops: number; bytes: number }, intensity: number, reached: number): SVGElement {
  const ridge = peaks.flops / peaks.bytes;
  const lows = [Math.min(intensity, ridge) / 8, Math.min(reached, peaks.bytes * (Math.min(intensity, ridge) / 8)) / 2] as const;
  const highs = [Math.max(intensity, ridge) * 8, peaks.flops * 3] as const;
  const x = (value: number) => LEFT + (WIDTH - LEFT - RIGHT) * (Math.log(value / lows[0]) / Math.log(highs[0] / lows[0]));
  const y = (value: number) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (Math.log(value / lows[1]) / Math.log(highs[1] / lows[1]));
  const roof = Math.min(peaks.flops, peaks.bytes * intensity);
  // Where the slope has its label: in its other half than the point, whose label is there.
  const part = Math.log(intensity / lows[0]) / Math.log(ridge / lows[0]) < 0.5 ? 0.65 : 0.2;
  const slope = lows[0] ** (1 - part) * ridge ** part;
  const line = [[lows[0], lows[0] * peaks.bytes], [ridge, peaks.flops], [highs[0], peaks.flops]]
    .map(([a, b]) => `${x(a ?? 1)},${y(b ?? 1)}`)
    .join(" ");
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": "Roofline of this machine" },
    ...decades(lows[0], highs[0]).flatMap((at) => [
      svg("line", { class: "grid", x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }),
      svg("text", { x: x(at), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, String(at)),
    ]),
    ...decades(lows[1], highs[1]).flatMap((at) => [
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(at), y2: y(at) }),
      svg("text", { x: LEFT - 8, y: y(at) + 4, "text-anchor": "end" }, metric(at, "")),
    ]),
    svg("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, "intensity, FLOP/B"),
    svg("text", { x: 12, y: HEIGHT / 2, transform: `rotate(-90 12 ${HEIGHT / 2})`, "text-anchor": "middle" }, "FLOP/s"),
    svg("polyline", { class: "roof", points: line }),
    svg("text", { x: WIDTH - RIGHT - 4, y: y(peaks.flops) - 8, "text-anchor": "end", class: "strong" }, metric(peaks.flops, "FLOP/s")),
    svg("line", { class: "gap", x1: x(intensity), x2: x(intensity), y1: y(reached), y2: y(roof) }),
    svg("circle", { class: "point", cx: x(intensity), cy: y(reached), r: 6 }),
    svg("text", { x: x(intensity) + 10, y: y(reached) + 4, class: "strong" }, metric(reached, "FLOP/s")),
    // To the right of the slope, which rises away from it.
    svg("text", { x: x(slope) + 14, y: y(slope * peaks.bytes) + 18, class: "strong" }, `${metric(peaks.bytes, "B/s")} from memory`),
  );
}

function decades(low: number, high: number): number[] {
  const found: number[] = [];
  for (let power = Math.ceil(Math.log10(low)); power <= Math.log10(high); power += 1) found.push(10 ** power);
  return found;
}
