// Asks an interpreter whether it can run the server, before the server is started with it.

import { execFile } from "node:child_process";

export type Probe =
  | { readonly kind: "ready"; readonly python: string; readonly tilewright: string }
  /** A good Python without the server; `managed` if its packages are the system's business (PEP 668), and pip refuses. */
  | { readonly kind: "missing"; readonly python: string; readonly managed: boolean }
  | { readonly kind: "tooOld"; readonly python: string }
  /** The server is there and cannot be imported. */
  | { readonly kind: "broken"; readonly python: string; readonly reason: string }
  /** The interpreter itself does not run. */
  | { readonly kind: "unusable"; readonly reason: string };

/** Runs on every Python 3, so that an old one can say how old it is. */
export const PROBE_SCRIPT = `
import json, os, platform, sys, sysconfig, traceback
answer = {"python": platform.python_version()}
try:
    if sys.version_info < (3, 10):
        answer["kind"] = "tooOld"
    else:
        import tilewright_server
        from importlib import metadata
        answer["kind"] = "ready"
        try:
            answer["tilewright"] = metadata.version("tilewright")
        except metadata.PackageNotFoundError:
            answer["tilewright"] = "(not installed as a package)"
except ModuleNotFoundError as error:
    missing = error.name == "tilewright_server"
    marker = os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    managed = sys.prefix == sys.base_prefix and os.path.exists(marker)
    answer.update({"kind": "missing", "managed": managed} if missing else {"kind": "broken", "reason": str(error)})
except Exception:
    answer.update({"kind": "broken", "reason": traceback.format_exc(limit=-1)})
print(json.dumps(answer))
`;

export interface ProbeOptions {
  /** Python puts the working directory on its module path: it must hold no modules. */
  readonly cwd: string;
  /** Milliseconds. */
  readonly timeout: number;
}

export function probe(command: string, args: readonly string[], options: ProbeOptions): Promise<Probe> {
  return new Promise((resolve) => {
    const limits = { ...options, killSignal: "SIGKILL" as const, windowsHide: true };
    const child = execFile(command, [...args, "-c", PROBE_SCRIPT], limits, (error, stdout, stderr) => {
      const seconds = options.timeout / 1000;
      if (error?.killed === true) {
        resolve({ kind: "unusable", reason: `did not answer within ${seconds} s` });
      } else if (error) {
        resolve({ kind: "unusable", reason: lastLine(stderr) || error.message });
      } else {
        resolve(readAnswer(stdout));
      }
    });
    child.stdin?.end();
  });
}

/** The answer is the last line: start-up files of an environment may print before it. */
export function readAnswer(stdout: string): Probe {
  try {
    const answer = JSON.parse(lastLine(stdout)) as Probe;
    if (typeof answer.kind === "string") {
      return answer;
    }
  } catch {
    // Falls through: something that is not our script answered.
  }
  return { kind: "unusable", reason: "does not answer like Python" };
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
