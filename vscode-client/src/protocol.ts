// What client and server say to each other beyond the Language Server Protocol: command ids, the
// requests, and their payloads.

/** Commands that this extension registers; the server names them in lenses and code actions. */
export const CLIENT_COMMANDS = {
  buildAndRun: "tilewright.buildAndRun",
  buildAndRunWith: "tilewright.buildAndRunWith",
  profile: "tilewright.profile",
  exactCheck: "tilewright.exactCheck",
  explore: "tilewright.explore",
  explainDiagnostic: "tilewright.explainDiagnostic",
  install: "tilewright.install",
  openExample: "tilewright.openExample",
  restartServer: "tilewright.restartServer",
  selectInterpreter: "tilewright.selectInterpreter",
  showOutput: "tilewright.showOutput",
  showServerVersion: "tilewright.showServerVersion",
} as const;

/** Commands that the server executes (`workspace/executeCommand`). */
export const SERVER_COMMANDS = {
  /** `[RunRequest]` -> `Report`. */
  buildAndRun: "tilewright.server.buildAndRun",
  /** `[RunRequest]` -> `Report`; the figures are shown as inlay hints. */
  profile: "tilewright.server.profile",
  /** `[FunctionReference]` -> `Report`; the fastest schedule is proposed as a change of the text. */
  tune: "tilewright.server.tune",
  /** `[{uri: string}]` -> `Report`; what is found is published with the other diagnostics. */
  exactCheck: "tilewright.server.exactCheck",
  /** `[{code: string}]` -> `Report`, whose text is Markdown. */
  explain: "tilewright.server.explain",
} as const;

/** Those that execute programs of the workspace. */
export const EXECUTING_COMMANDS: readonly string[] = [
  SERVER_COMMANDS.buildAndRun,
  SERVER_COMMANDS.profile,
  SERVER_COMMANDS.tune,
  SERVER_COMMANDS.exactCheck,
];

/** `FunctionReference` -> `RunPlan`. */
export const RUN_PLAN_REQUEST = "tilewright/runPlan";

/** What the stage explorer asks: the function `name`, or the one at `line`, of an open document; then what takes longer; then the machine's roof. */
export const EXPLORE_REQUESTS = {
  explore: "tilewright/explore",
  rest: "tilewright/exploreRest",
  peaks: "tilewright/explorePeaks",
} as const;

/** A function of an open document, by its qualified name: `matmul`, `Module.main`. */
export interface FunctionReference {
  readonly uri: string;
  readonly name: string;
  /** Values for the parameters of the Python functions around it, by their names. */
  readonly given?: unknown;
}

export interface RunSymbol {
  readonly name: string;
  readonly default: number;
}

export interface RunPlan {
  readonly symbols: readonly RunSymbol[];
  readonly parameters: readonly { name: string; kind: string; shape: unknown; dtype: string }[];
  /** The Python functions of the file that can be the reference. */
  readonly references: readonly string[];
  /** What was chosen for the last run. */
  readonly data: Data | string;
  readonly reference: string;
}

/** By the names of parameters, `*` for all others: a kind, or the path of a `.npy` file. */
export type Data = Readonly<Record<string, string>>;

export type Sizes = Readonly<Record<string, number>>;

export interface RunRequest extends FunctionReference {
  readonly sizes: Sizes;
  readonly seed: number;
  /** Seconds. */
  readonly timeout: number;
  readonly repeat: number;
  /** Without it that of the last run. */
  readonly data?: Data;
  /** A function of the file, `interpreter`, `none`, or "" for what there is; without it that of the last run. */
  readonly reference?: string;
}

export interface Report {
  readonly ok: boolean;
  readonly title: string;
  readonly text: string;
  /** The figures of a run. */
  readonly data?: unknown;
}

/**
 * The server's commands that the language client may register by itself. VS Code refuses a second
 * registration of an id, and the client would then fail to start: ours are left out.
 */
export function registrableCommands(advertised: readonly string[]): string[] {
  const own: readonly string[] = Object.values(CLIENT_COMMANDS);
  return advertised.filter((command) => !own.includes(command));
}

export function isFunctionReference(value: unknown): value is FunctionReference {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { uri, name } = value as Partial<Record<keyof FunctionReference, unknown>>;
  return typeof uri === "string" && typeof name === "string";
}
