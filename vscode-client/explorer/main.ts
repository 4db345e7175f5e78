// The stage explorer: a function at every stage of the compiler, linked line by line.

import { accesses } from "./access";
import { calls } from "./calls";
import { type Line, code } from "./code";
import { compared, plain } from "./difference";
import { element, metric, words } from "./dom";
import { graph, memory } from "./graph";
import { type Linking, nest } from "./nest";
import { roofline } from "./roofline";
import type { Answer, Failure, Rest, Run, Stage } from "./shapes";
import { timeline } from "./timeline";
import { type Question, connect } from "./transport";

type View = "code" | "loops" | "access" | "roofline" | "graph" | "memory";
const VIEWS: readonly (readonly [View, string, "tensor_ir" | "relax" | "both"])[] = [
  ["code", "Code", "both"],
  ["loops", "Loop nest", "both"],
  ["graph", "Graph", "relax"],
  ["memory", "Memory plan", "relax"],
  ["access", "Access pattern", "tensor_ir"],
  ["roofline", "Roofline", "tensor_ir"],
];
/** Milliseconds between the last keystroke and the question. */
const PAUSE = 10;
/** Milliseconds without a change before machine code that nobody looks at is made again. */
const IDLE = 300;

const transport = connect();
const state: {
  answer?: Answer;
  rest?: Rest | undefined;
  run?: Run | undefined;
  name: string;
  call: string;
  line: number;
  stage: string;
  view: View;
  changes: boolean;
  edited: boolean;
  asking: boolean;
  again: boolean;
  linked: readonly number[];
  revealed: string;
} = { name: "", call: "", line: 0, stage: "", view: "code", changes: true, edited: false, asking: false, again: false, linked: [], revealed: "" };

const linking: Linking = {
  onPoint: (origins) => {
    if (origins.join() !== state.linked.join()) link(origins);
  },
  onChoose: (origins, line) => {
    link(origins);
    source.reveal(new Set(origins));
    transport.reveal(origins, true);
    if (line < 0) target.reveal(new Set(origins));
  },
};
const source = code("Source", true, {
  onPoint: linking.onPoint,
  onSelect: (line, origins) => {
    state.line = line;
    follow(line);
    link(origins);
    target.reveal(new Set(origins));
  },
  onEdit: () => {
    state.edited = true;
    later();
  },
});
const target = code("Stage", false, {
  onPoint: linking.onPoint,
  onSelect: (_, origins) => {
    linking.onChoose(origins, 0);
  },
});
const list = timeline((index) => {
  state.stage = key(index);
  draw();
});
const picker = element("select", { "aria-label": "Function", hidden: true, onchange: () => { choose((picker as HTMLSelectElement).value); } });
const values = calls((call) => {
  state.call = call;
  state.rest = undefined;
  void ask();
});
const file = element("span", { class: "file" });
const status = element("span", { class: "status", role: "status" });
const runButton = element("button", { class: "run", title: "Build the function and run it on random data, in a process of its own", onclick: () => void run() }, "▶ Run");
const themeButton = element("button", { class: "icon", title: "Light or dark", "aria-label": "Light or dark", onclick: toggleTheme }, "◐");
const tabs = element("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
const about = element("div", { class: "about" });
const view = element("div", { class: "view", role: "tabpanel" });

document.body.append(
  element("header", {}, element("strong", {}, "Tilewright"), file, picker, values.dom, status, element("span", { class: "space" }), runButton, themeButton),
  element(
    "main",
    {},
    element("section", { class: "source", "aria-label": "Source" }, source.dom),
    list.dom,
    element("section", { class: "stage-view", "aria-label": "Stage" }, tabs, about, view),
  ),
);
document.body.classList.toggle("in-editor", transport.inEditor);
if (transport.inEditor) {
  followEditorTheme();
  new MutationObserver(followEditorTheme).observe(document.body, { attributeFilter: ["class"] });
}
try {
  const theme = localStorage.getItem("theme");
  if (theme !== null) document.documentElement.dataset["theme"] = theme;
} catch {
  // No storage: the system's theme.
}
tabs.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const shown = views();
  state.view = shown[(shown.findIndex(([name]) => name === state.view) + step + shown.length) % shown.length]?.[0] ?? "code";
  draw();
  tabs.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
});
transport.onChange(
  () => state.answer?.version ?? "",
  (moved) => {
    state.edited = false;
    if (moved !== undefined) {
      state.line = moved.line;
      if (moved.other) state.name = state.call = "";
      else follow(moved.line);
      link([moved.line]);
      target.reveal(new Set([moved.line]));
    }
    if (moved?.edited !== false) void ask();
  },
);
void showSource();
void ask();

/** The file, until there is an answer about it. */
async function showSource(): Promise<void> {
  const found = await transport.source().catch(failure);
  if (found === undefined || "error" in found || state.answer !== undefined || state.edited) return;
  file.textContent = nameOf(found.path);
  source.show(found.text, [], "Source");
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).pop() ?? "";
}

function question(): Question {
  const asked = { name: state.name, call: state.call, line: state.line, given: state.answer?.given };
  return state.edited ? { ...asked, text: source.text() } : asked;
}

let waiting: ReturnType<typeof setTimeout> | undefined;
function later(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => void ask(), PAUSE);
}

/** Asks, and once more when something has changed meanwhile: one question is under way at a time. */
async function ask(): Promise<void> {
  state.again = true;
  if (state.asking) return;
  state.asking = true;
  document.body.classList.add("busy");
  while (state.again) {
    state.again = false;
    await askOnce();
  }
  document.body.classList.remove("busy");
  state.asking = false;
}

/** The stages, then what takes longer unless it is out of date already. */
async function askOnce(execute = false): Promise<void> {
  const began = performance.now();
  const found = await transport.explore(execute ? { ...question(), execute } : question()).catch(failure);
  if ("error" in found) {
    fail(found.error);
    return;
  }
  if (found.name !== state.answer?.name || found.call !== state.answer.call || found.text !== state.answer.text) state.run = undefined;
  state.answer = found;
  const first = state.name === "";
  state.name = found.name;
  draw();
  if (first) source.revealLine(found.functions.find(({ name }) => name === found.name)?.first ?? 0);
  const took = performance.now() - began;
  const machine = await showRest();
  if (machine === undefined) return;
  status.textContent = `${state.edited ? "edited, not saved · " : ""}stages in ${took.toFixed(0)} ms, machine code in ${machine.toFixed(0)} ms`;
}

/** What takes longer, part by part as it comes; the milliseconds of the last part, nothing where the question has become out of date. */
async function showRest(): Promise<number | undefined> {
  const had = state.rest;
  let rest: Rest = { stages: [], graph: null, milliseconds: 0, more: true };
  while (rest.more) {
    if (had !== undefined && rest.stages.length > 0 && !showsMachine()) await pause(IDLE);
    if (isOutdated()) return undefined;
    const part = await transport.rest().catch(failure);
    if ("error" in part) {
      fail(part.error);
      return undefined;
    }
    rest = { ...part, stages: [...rest.stages, ...part.stages] };
    // Until all is there, what it was before stands for what is not.
    state.rest = rest.more && had !== undefined ? { ...rest, graph: had.graph, stages: [...rest.stages, ...had.stages.slice(rest.stages.length)] } : rest;
    draw();
  }
  return rest.milliseconds;
}

function showsMachine(): boolean {
  const shown = all().find((_, index) => key(index) === state.stage);
  return shown?.group === "machine" || state.view === "graph" || state.view === "memory";
}

/** Ends early when something changes. */
async function pause(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!isOutdated() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isOutdated(): boolean {
  return state.again;
}

function failure(error: unknown): Failure {
  return { error: error instanceof Error ? error.message : String(error) };
}

async function run(): Promise<void> {
  status.textContent = "building and running …";
  runButton.setAttribute("disabled", "");
  const found = await transport.run(question()).catch(failure);
  runButton.removeAttribute("disabled");
  if ("error" in found) {
    fail(found.error);
    return;
  }
  state.run = found;
  status.textContent = found.title;
  status.title = found.text;
  draw();
}

function fail(words: string): void {
  status.textContent = words;
}

function choose(name: string): void {
  state.name = name;
  state.call = "";
  state.line = state.answer?.functions.find((each) => each.name === name)?.first ?? 0;
  state.rest = undefined;
  source.revealLine(state.line);
  void ask();
}

/** The function under the cursor becomes the one that is shown. */
function follow(line: number): void {
  const inside = state.answer?.functions.find((each) => each.first <= line && line <= each.last);
  if (inside !== undefined && inside.name !== state.name) choose(inside.name);
}

function all(): readonly Stage[] {
  return [...(state.answer?.stages ?? []), ...(state.rest?.stages ?? [])];
}

/** A stage's name, with its number among those of the same name. */
function key(index: number): string {
  const stages = all();
  const name = stages[index]?.name ?? "";
  return `${name} ${stages.slice(0, index).filter((stage) => stage.name === name).length}`;
}

/** The chosen stage, else the last one of the default schedule. */
function chosen(): number {
  const stages = all();
  const same = stages.findIndex((stage, index) => key(index) === state.stage && (stage.changed || stage.problem !== ""));
  if (same >= 0) return same;
  const shown = stages.map((stage, index) => [stage, index] as const).filter(([stage]) => stage.changed || stage.problem !== "");
  const scheduled = shown.filter(([stage]) => stage.group !== "machine");
  return scheduled[scheduled.length - 1]?.[1] ?? 0;
}

function views(): (typeof VIEWS)[number][] {
  return VIEWS.filter(([, , kind]) => kind === "both" || kind === state.answer?.kind);
}

function draw(): void {
  const { answer } = state;
  if (answer === undefined) return;
  const stages = all();
  const index = chosen();
  const stage = stages[index];
  file.textContent = nameOf(answer.path);
  file.title = answer.path;
  document.title = `${answer.name} · ${file.textContent} · Tilewright`;
  const names = [...new Set([...answer.functions.map(({ name }) => name), ...answer.executed, answer.name])];
  picker.replaceChildren(...names.map((name) => element("option", { value: name, selected: name === answer.name }, name)));
  picker.hidden = names[0] === "";
  values.show(answer);
  dressSource(answer);
  list.show(stages, index);
  if (!views().some(([name]) => name === state.view)) state.view = "code";
  tabs.replaceChildren(...views().map(([name, title]) => tab(name, title)), changesSwitch(stage));
  if (stage === undefined) {
    about.replaceChildren();
    view.replaceChildren(nothing(answer));
    return;
  }
  about.replaceChildren(element("b", {}, stage.name), ` ${stage.about}`, ...stage.reasons.map((reason) => element("p", { class: "reason" }, ...words(reason))));
  const shown = content(stage, before(stages, index));
  // What is taken out and put in again would be laid out anew, and scrolled to its beginning.
  if (shown.length !== view.childNodes.length || shown.some((node, at) => node !== view.childNodes[at])) view.replaceChildren(...shown);
  link(state.linked);
}

function content(stage: Stage, earlier: Stage | undefined): Node[] {
  if (stage.problem !== "") return [element("pre", { class: "problem" }, stage.problem)];
  switch (state.view) {
    case "code": {
      const shown = state.changes ? compared(stage, earlier) : plain(stage);
      target.show(shown.text, shown.lines, stage.name);
      revealChange(shown.lines);
      return [target.dom];
    }
    case "loops":
      return [nest(stage, linking)];
    case "access":
      return [accesses(state.answer?.accesses ?? [], linking)];
    case "roofline":
      return [roofline(state.answer?.cost ?? null, state.run)];
    case "graph":
      return [graph(state.rest?.graph ?? null, linking)];
    case "memory":
      return [memory(state.rest?.graph ?? null)];
  }
}

/** What a pass has changed comes into sight when its stage is chosen, and stays where it is while the program is edited. */
function revealChange(lines: readonly Line[]): void {
  const place = `${state.name} ${key(chosen())}`;
  if (place !== state.revealed) {
    state.revealed = place;
    target.revealLine(Math.max(0, lines.findIndex(({ look }) => look !== undefined && look !== "")));
  }
}

function before(stages: readonly Stage[], index: number): Stage | undefined {
  const stage = stages[index];
  return stage?.group === "machine" ? undefined : stages.slice(0, index).reverse().find((each) => each.changed);
}

function nothing(answer: Answer): HTMLElement {
  if (answer.executed.includes(answer.name)) return onlyExecuted(answer.name);
  const errors = answer.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    return element("div", { class: "problem" }, ...errors.map(({ place, message }) => element("p", {}, `${place}: `, ...words(message))));
  }
  const said = answer.functions.length === 0 ? "This file has no functions of TVMScript." : answer.call_problem !== "" ? `${answer.name}: ${answer.call_problem}.` : "Only running the file could tell what this function is: it depends on values that the text does not say.";
  return element("p", { class: "empty" }, ...words(said));
}

function onlyExecuted(name: string): HTMLElement {
  const said = `Only executing the file makes ${name}: its text does not say for which values.`;
  if (transport.inEditor) {
    return element("p", { class: "empty" }, said, " ", element("code", {}, `tilewright explore FILE::${name}`), " shows it in a browser.");
  }
  const execute = element("button", { class: "run", onclick: () => void askOnce(true) }, "Execute the file");
  return element("div", { class: "empty" }, element("p", {}, said), execute);
}

function tab(name: View, title: string): HTMLElement {
  const selected = name === state.view;
  const click = () => {
    state.view = name;
    draw();
  };
  return element("button", { role: "tab", "aria-selected": String(selected), tabindex: selected ? 0 : -1, onclick: click }, title);
}

function changesSwitch(stage: Stage | undefined): HTMLElement | string {
  if (state.view !== "code" || stage === undefined || stage.rows.length === 0) return "";
  const flip = () => {
    state.changes = !state.changes;
    draw();
  };
  return element("label", { class: "switch" }, element("input", { type: "checkbox", checked: state.changes, onchange: flip }), "changes of this pass");
}

/** The source with the lines that some stage comes from, its mistakes, and the time of a run. */
function dressSource(answer: Answer): void {
  const used = new Set(all().flatMap((stage) => stage.origins.flat()));
  const notes = new Map<number, string>();
  const wrong = new Set<number>();
  for (const { line, message, severity } of answer.problems) {
    notes.set(line, message);
    if (severity === "error") wrong.add(line);
  }
  const definition = answer.functions.find(({ name }) => name === answer.name);
  const best = state.run?.ok ? Math.min(...(state.run.data.times ?? [])) : Infinity;
  const rate = state.run?.data.flops ? `, ${metric(state.run.data.flops / best, "FLOP/s")}` : "";
  if (definition !== undefined && Number.isFinite(best)) notes.set(definition.first, `${metric(best, "s")}${rate}`);
  const text = state.edited ? source.text() : answer.text;
  const lines: Line[] = text.split("\n").map((_, line) => {
    const note = notes.get(line);
    const look = wrong.has(line) ? "wrong" : note !== undefined && line === definition?.first ? "measured" : "";
    return { origins: used.has(line) ? [line] : [], look, ...(note === undefined ? {} : { note }) };
  });
  if (text === source.text()) source.dress(lines);
  else source.show(text, lines, "Source");
}

function link(origins: readonly number[]): void {
  state.linked = origins;
  const set = new Set(origins);
  source.link(set);
  target.link(set);
  transport.reveal(origins, false);
}

/** In VS Code the theme is the editor's, whatever the operating system likes; it says so in the classes of the body. */
function followEditorTheme(): void {
  const { classList } = document.body;
  const dark = classList.contains("vscode-dark") || (classList.contains("vscode-high-contrast") && !classList.contains("vscode-high-contrast-light"));
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

function toggleTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset["theme"] ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // No storage: until the page is closed.
  }
}
