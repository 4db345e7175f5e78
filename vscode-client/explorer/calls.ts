// For which values a function is shown that a Python function makes: one of the calls of the file, or a call that is typed.

import { element, words } from "./dom";
import type { Answer } from "./shapes";

const OTHER = "…";

export interface Calls {
  readonly dom: HTMLElement;
  show(answer: Answer): void;
}

/** Calls `choose` with a call as a text, `make(16)`. */
export function calls(choose: (call: string) => void): Calls {
  let shown: Answer | undefined;
  let typing = false;
  const typed = element("input", { "aria-label": "Call", spellcheck: "false", autocomplete: "off" }) as HTMLInputElement;
  const list = element("select", { "aria-label": "Values" }) as HTMLSelectElement;
  const problem = element("span", { class: "call-problem", role: "alert" });
  const dom = element("span", { class: "calls", hidden: true }, list, typed, problem);
  const fill = () => {
    const known = functionOf(shown);
    if (shown === undefined || known === undefined) {
      dom.hidden = true;
      return;
    }
    const offered = [...new Set([...known.calls, shown.call].filter((call) => call !== ""))];
    const types = typing || offered.length === 0;
    dom.hidden = false;
    list.hidden = types;
    typed.hidden = !types;
    typed.size = Math.max(24, typed.value.length);
    problem.replaceChildren(...words(shown.call_problem));
    problem.title = shown.call_problem;
    list.replaceChildren(
      ...offered.map((call) => element("option", { value: call, selected: call === shown?.call }, call)),
      element("option", { value: OTHER }, "other values …"),
    );
  };
  const begin = () => {
    typing = true;
    const text = shown?.call !== undefined && shown.call !== "" ? shown.call : (functionOf(shown)?.factory ?? "");
    typed.value = text;
    fill();
    typed.focus();
    typed.setSelectionRange(text.indexOf("(") + 1, text.length - 1);
  };
  list.addEventListener("change", () => {
    if (list.value === OTHER) begin();
    else choose(list.value);
  });
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault(); // else the key opens the list that gets the focus
    typing = false;
    if (event.key === "Enter") choose(typed.value);
    fill();
    list.focus();
  });
  return {
    dom,
    show: (answer) => {
      if (answer.name !== shown?.name) {
        typing = false;
        typed.value = functionOf(answer)?.factory ?? "";
      } else if (answer.call_problem !== "" && answer.call !== "") {
        typing = true; // what was typed stays, with what is wrong with it
      }
      shown = answer;
      fill();
    },
  };
}

function functionOf(answer: Answer | undefined): Answer["functions"][number] | undefined {
  const found = answer?.functions.find(({ name }) => name === answer.name);
  return found?.factory === "" ? undefined : found;
}
