// The `tilewright.*` settings as the server receives them: complete, and of the right types
// whatever stands in the user's settings file. A value of a wrong type counts as not set.

export type DiagnosticsMode = "onType" | "onSave" | "off";
export type DiagnosticsScope = "openFiles" | "workspace";
export type TraceLevel = "off" | "messages" | "verbose";

export interface Settings {
  readonly interpreter: readonly string[];
  readonly serverArguments: readonly string[];
  readonly trace: { readonly server: TraceLevel };
  readonly diagnostics: {
    readonly mode: DiagnosticsMode;
    readonly scope: DiagnosticsScope;
    readonly debounce: number;
    readonly timeout: number;
    /** Whether files are executed when they are saved. */
    readonly exact: boolean;
  };
  readonly run: {
    readonly timeout: number;
    readonly seed: number;
    /** Null for odd and unequal sizes, which the server chooses. */
    readonly symbolicSize: number | null;
    readonly repeat: number;
  };
  readonly codeLens: { readonly enabled: boolean };
  readonly inlayHints: { readonly enabled: boolean; readonly domains: boolean; readonly regions: boolean };
  readonly format: { readonly enabled: boolean };
}

export const DEFAULTS: Settings = {
  interpreter: [],
  serverArguments: [],
  trace: { server: "off" },
  diagnostics: { mode: "onType", scope: "openFiles", debounce: 50, timeout: 5, exact: false },
  run: { timeout: 60, seed: 0, symbolicSize: null, repeat: 10 },
  codeLens: { enabled: true },
  inlayHints: { enabled: true, domains: false, regions: false },
  format: { enabled: false },
};

/** The user's settings tree laid over the defaults. */
export function mergeSettings(user: unknown): Settings {
  const { interpreter, serverArguments, trace, diagnostics, run, codeLens, inlayHints, format } = asRecord(user);
  const [t, d, r, h] = [asRecord(trace), asRecord(diagnostics), asRecord(run), asRecord(inlayHints)];
  return {
    interpreter: words(interpreter),
    serverArguments: words(serverArguments),
    trace: { server: oneOf(t["server"], ["off", "messages", "verbose"], DEFAULTS.trace.server) },
    diagnostics: {
      mode: oneOf(d["mode"], ["onType", "onSave", "off"], DEFAULTS.diagnostics.mode),
      scope: oneOf(d["scope"], ["openFiles", "workspace"], DEFAULTS.diagnostics.scope),
      debounce: integer(d["debounce"], 0, DEFAULTS.diagnostics.debounce),
      timeout: positive(d["timeout"], DEFAULTS.diagnostics.timeout),
      exact: flag(d["exact"], DEFAULTS.diagnostics.exact),
    },
    run: {
      timeout: positive(r["timeout"], DEFAULTS.run.timeout),
      seed: integer(r["seed"], 0, DEFAULTS.run.seed),
      symbolicSize: integer(r["symbolicSize"], 1, DEFAULTS.run.symbolicSize),
      repeat: integer(r["repeat"], 1, DEFAULTS.run.repeat),
    },
    codeLens: { enabled: flag(asRecord(codeLens)["enabled"], DEFAULTS.codeLens.enabled) },
    inlayHints: {
      enabled: flag(h["enabled"], DEFAULTS.inlayHints.enabled),
      domains: flag(h["domains"], DEFAULTS.inlayHints.domains),
      regions: flag(h["regions"], DEFAULTS.inlayHints.regions),
    },
    format: { enabled: flag(asRecord(format)["enabled"], DEFAULTS.format.enabled) },
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** A string is one word, spaces and all: paths have them. */
function words(value: unknown): readonly string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((word) => typeof word === "string" && word.trim() !== "") as string[];
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.find((choice) => choice === value) ?? otherwise;
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

function integer<T extends number | null>(value: unknown, least: number, otherwise: T): number | T {
  return Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : otherwise;
}

function positive(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : otherwise;
}
