// Questions to the compiler: by HTTP in a browser, by messages in VS Code, where the extension asks the language server.

import type { Answer, Failure, Rest, Run, Source } from "./shapes";

export interface Question {
  readonly name: string;
  readonly line: number;
  /** The call of the Python function around it, which says for which values: `make(16)`; "" for the first one of the file. */
  readonly call: string;
  /** The same values as the last answer had them. */
  readonly given?: unknown;
  /** Execute the file, which makes what is asked for. */
  readonly execute?: boolean;
  /** The text to explore instead of the file. */
  readonly text?: string;
}

export interface Transport {
  readonly inEditor: boolean;
  /** The file alone, which is there before it is understood; nothing in an editor, which shows it already. */
  source(): Promise<Source | Failure | undefined>;
  explore(question: Question): Promise<Answer | Failure>;
  rest(): Promise<Rest | Failure>;
  run(question: Question): Promise<Run | Failure>;
  /** Calls when the file has changed, and when the cursor of an editor has moved. */
  onChange(version: () => string, changed: (moved?: Moved) => void): void;
  /** Shows lines in the editor beside the page, where there is one. */
  reveal(lines: readonly number[], scroll: boolean): void;
}

/** The line of the cursor in the editor; whether the text is another one, and of another document. */
export interface Moved {
  readonly line: number;
  readonly edited: boolean;
  readonly other: boolean;
}

interface Host {
  postMessage(message: unknown): void;
}
declare function acquireVsCodeApi(): Host;

export function connect(): Transport {
  return typeof acquireVsCodeApi === "function" ? editor(acquireVsCodeApi()) : browser();
}

function browser(): Transport {
  const post = async (method: string, body: unknown) => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(`api/${method}`, init);
    return response.ok ? ((await response.json()) as unknown) : { error: await response.text() };
  };
  return {
    inEditor: false,
    source: async () => (await post("source", {})) as Source | Failure,
    explore: async (question) => (await post("explore", question)) as Answer | Failure,
    rest: async () => (await post("rest", {})) as Rest | Failure,
    run: async (question) => (await post("run", question)) as Run | Failure,
    onChange: (version, changed) => void poll(version, changed),
    reveal: () => undefined,
  };
}

/** Waits for one version after another; each is told once. */
async function poll(version: () => string, changed: () => void): Promise<void> {
  let told = "";
  for (;;) {
    try {
      told = told === "" ? version() : told;
      if (told === "") {
        await sleep(50);
        continue;
      }
      const response = await fetch(`api/changes?version=${encodeURIComponent(told)}`);
      const found = (await response.json()) as { version: string };
      if (found.version !== told) {
        told = found.version;
        changed();
      }
    } catch {
      await sleep(1000);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function editor(host: Host): Transport {
  const waiting = new Map<number, (value: unknown) => void>();
  let last = 0;
  let notify: (moved?: Moved) => void = () => undefined;
  window.addEventListener("message", ({ data }: MessageEvent<{ id?: number; answer?: unknown; moved?: Moved }>) => {
    if (data.id === undefined) {
      notify(data.moved);
    } else {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
    }
  });
  const ask = (method: string, question: unknown) =>
    new Promise<unknown>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      host.postMessage({ id: last, method, question });
    });
  return {
    inEditor: true,
    source: () => Promise.resolve(undefined),
    explore: async (question) => (await ask("explore", question)) as Answer | Failure,
    rest: async () => (await ask("rest", {})) as Rest | Failure,
    run: async (question) => (await ask("run", question)) as Run | Failure,
    onChange: (_, changed) => {
      notify = changed;
    },
    reveal: (lines, scroll) => {
      host.postMessage({ method: "reveal", lines, scroll });
    },
  };
}
