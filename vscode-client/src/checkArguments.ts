// What the task `tilewright: check` runs, from its definition in `tasks.json`.

import * as path from "node:path";

export const TASK_TYPE = "tilewright";

/** Undefined for a definition of another task. Paths become absolute: the task does not run in the workspace, whose modules Python would import. */
export function checkArguments(definition: Readonly<Record<string, unknown>>, folder: string): string[] | undefined {
  if (definition["task"] !== "check") {
    return undefined;
  }
  const paths = strings(definition["paths"]).map((each) => path.resolve(folder, each));
  return ["-m", "tilewright", "check", ...strings(definition["arguments"]), ...(paths.length > 0 ? paths : [folder])];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
