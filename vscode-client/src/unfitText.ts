// What a person is told about an interpreter that cannot run the server.

import type { Interpreter, InterpreterSource } from "./interpreter";
import type { Probe } from "./probe";

/** An interpreter that cannot run the server, and why; or that there is none. */
export type Unfit =
  | { readonly kind: "noInterpreter" }
  | { readonly kind: "unfit"; readonly interpreter: Interpreter; readonly probe: Exclude<Probe, { kind: "ready" }> };

export interface UnfitText {
  readonly message: string;
  /** What would help: to install Tilewright there, or in a `.venv` made with this interpreter. */
  readonly cure: "install" | "venv" | "none";
}

const ORIGIN: Record<InterpreterSource, string> = {
  setting: "the setting tilewright.interpreter",
  pythonExtension: "the Python extension",
  venv: "the workspace's .venv",
  path: "PATH",
};

export function unfitText(unfit: Unfit): UnfitText {
  if (unfit.kind === "noInterpreter") {
    return { message: "Tilewright found no Python interpreter to run its server with.", cure: "none" };
  }
  const { interpreter, probe } = unfit;
  const which = `${interpreter.command} (from ${ORIGIN[interpreter.source]})`;
  switch (probe.kind) {
    case "missing":
      return probe.managed
        ? { message: `Tilewright is not installed for ${which}, whose packages the system manages.`, cure: "venv" }
        : { message: `Tilewright is not installed in the Python environment ${which}.`, cure: "install" };
    case "tooOld":
      return { message: `Tilewright needs Python 3.10 or later; ${which} is ${probe.python}.`, cure: "none" };
    case "broken":
      return { message: `Tilewright's server cannot be imported in ${which}: ${probe.reason}`, cure: "install" };
    case "unusable":
      return { message: `Tilewright cannot run the interpreter ${which}: ${probe.reason}`, cure: "none" };
  }
}
