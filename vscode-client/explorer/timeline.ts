// The list of stages: what each pass changed and how long it took. Passes that changed nothing are folded together.

import { counts } from "./difference";
import { element } from "./dom";
import type { Group, Stage } from "./shapes";

const TITLES: Readonly<Record<Group, string>> = {
  source: "Source",
  graph: "Graph passes",
  passes: "Lowering",
  schedule: "Default schedule",
  machine: "Machine code",
};

export interface Timeline {
  readonly dom: HTMLElement;
  show(stages: readonly Stage[], chosen: number): void;
}

export function timeline(choose: (index: number) => void): Timeline {
  const dom = element("nav", { class: "stages", "aria-label": "Stages of the compiler" });
  const open = new Set<string>();
  let shown = -1;
  dom.addEventListener("keydown", (event) => {
    move(dom, event);
  });
  const reveal = () => {
    dom.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  // Between a list beside the source and a row below it, what was in view is no longer.
  new ResizeObserver(reveal).observe(dom);
  const show = (stages: readonly Stage[], chosen: number) => {
    const focused = dom.contains(document.activeElement);
    const slowest = Math.max(...stages.map((stage) => stage.milliseconds ?? 0), 1e-6);
    const parts: HTMLElement[] = [];
    let group: Group | undefined;
    let idle: Stage[] = [];
    const fold = () => {
      if (idle.length > 0) parts.push(folded(idle, open));
      idle = [];
    };
    stages.forEach((stage, index) => {
      if (stage.group !== group) {
        fold();
        parts.push(element("h2", {}, TITLES[stage.group]));
        group = stage.group;
      }
      if (!stage.changed && stage.problem === "") {
        idle.push(stage);
      } else {
        fold();
        parts.push(row(stage, index === chosen, slowest, () => { choose(index); }));
      }
    });
    fold();
    dom.replaceChildren(...parts);
    if (focused) dom.querySelector<HTMLElement>("[aria-current]")?.focus();
    // Looking where it stands has the whole page laid out.
    if (chosen !== shown) reveal();
    shown = chosen;
  };
  return { dom, show };
}

function row(stage: Stage, current: boolean, slowest: number, choose: () => void): HTMLElement {
  const { added, removed, moved } = counts(stage.rows);
  const share = Math.max(2, (100 * (stage.milliseconds ?? 0)) / slowest);
  const bar = element("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${share}%`;
  const marks = [
    added > 0 ? element("ins", { title: `${added} statements added or rewritten` }, `+${added}`) : undefined,
    removed > 0 ? element("del", { title: `${removed} statements removed or rewritten` }, `−${removed}`) : undefined,
    moved > 0 ? element("span", { class: "moves", title: `${moved} statements moved` }, `↹${moved}`) : undefined,
  ];
  return element(
    "button",
    {
      class: `stage ${stage.problem === "" ? "" : "failed"}`,
      title: stage.about,
      tabindex: current ? 0 : -1,
      ...(current ? { "aria-current": "step" } : {}),
      onclick: choose,
    },
    element("span", { class: "name" }, stage.problem === "" ? stage.name : "Stops here"),
    element("span", { class: "marks" }, ...marks),
    element("span", { class: "time" }, stage.milliseconds === null || stage.group === "source" ? "" : time(stage.milliseconds)),
    stage.group === "source" ? undefined : bar,
  );
}

function time(milliseconds: number): string {
  return milliseconds === 0 ? "" : milliseconds < 10 ? `${milliseconds.toFixed(2)} ms` : `${milliseconds.toFixed(0)} ms`;
}

function folded(idle: readonly Stage[], open: Set<string>): HTMLElement {
  const key = idle.map((stage) => stage.name).join();
  const list = idle.map((stage) => element("li", { title: stage.about }, stage.name));
  const count = idle.length === 1 ? "1 pass" : `${idle.length} passes`;
  const made = element(
    "details",
    { open: open.has(key) },
    element("summary", { tabindex: -1 }, `${count} without effect`),
    element("ul", {}, ...list),
  );
  made.addEventListener("toggle", () => {
    if ((made as HTMLDetailsElement).open) open.add(key);
    else open.delete(key);
  });
  return made;
}

function move(dom: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons = [...dom.querySelectorAll<HTMLElement>("button.stage")];
  const at = buttons.findIndex((button) => button.hasAttribute("aria-current"));
  const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : step === undefined ? -1 : at + step;
  const button = buttons[next];
  if (button !== undefined) {
    event.preventDefault();
    button.focus();
    button.click();
  }
}
