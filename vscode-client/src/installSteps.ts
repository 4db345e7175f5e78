// The programs that install Tilewright. Processes and not shell lines, so that no path needs quoting.

import * as path from "node:path";
import type { Interpreter } from "./interpreter";

export interface Step {
  readonly command: string;
  readonly args: readonly string[];
}

/** pip, in the environment of the interpreter. */
export function installStep({ command, args }: Pick<Interpreter, "command" | "args">, wheel: string): Step {
  return { command, args: [...args, "-m", "pip", "install", wheel] };
}

/** The interpreter of the `.venv` that `venvStep` makes in `folder`. */
export function venvPython(folder: string, platform: NodeJS.Platform): string {
  return platform === "win32"
    ? path.win32.join(folder, ".venv", "Scripts", "python.exe")
    : path.posix.join(folder, ".venv", "bin", "python");
}

export function venvStep({ command, args }: Interpreter, folder: string): Step {
  return { command, args: [...args, "-m", "venv", path.join(folder, ".venv")] };
}
