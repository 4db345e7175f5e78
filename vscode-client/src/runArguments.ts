// Asks for the data of a run and for its reference.

import { window } from "vscode";
import type { Data, RunPlan } from "./protocol";

export interface RunArguments {
  readonly data: Data;
  readonly reference: string;
}

const KINDS = ["random", "ones", "zeros", "arange"];
const EACH = "each parameter by itself…";
const FILE = "a .npy file…";

/** Undefined when the user thinks better of it. */
export async function askArguments(name: string, plan: RunPlan): Promise<RunArguments | undefined> {
  const data = await askData(name, plan);
  const reference = data && (await askReference(name, plan));
  return data === undefined || reference === undefined ? undefined : { data, reference };
}

async function askData(name: string, plan: RunPlan): Promise<Data | undefined> {
  const buffers = plan.parameters.filter(({ kind }) => kind === "buffer").map((parameter) => parameter.name);
  const kinds = buffers.length > 0 ? [...KINDS, EACH] : KINDS;
  const kind = await window.showQuickPick(kinds, { title: `${name}: the data of the arguments` });
  if (kind !== EACH) {
    return kind === undefined ? undefined : { "*": kind };
  }
  const data: Record<string, string> = {};
  for (const buffer of buffers) {
    const chosen = await askKind(`${name}: the data of ${buffer}`);
    if (chosen === undefined) {
      return undefined;
    }
    data[buffer] = chosen;
  }
  return data;
}

async function askKind(title: string): Promise<string | undefined> {
  const kind = await window.showQuickPick([...KINDS, FILE], { title });
  if (kind !== FILE) {
    return kind;
  }
  const files = await window.showOpenDialog({ title, filters: { "Arrays of numpy": ["npy"] } });
  return files?.[0]?.fsPath;
}

async function askReference(name: string, { references }: RunPlan): Promise<string | undefined> {
  const items = [
    { label: "automatically", description: `numpy_${name} and the like, or the interpreter where the work is small`, reference: "" },
    ...references.map((reference) => ({ label: reference, description: "a function of the file", reference })),
    { label: "the interpreter", description: "slow for much work", reference: "interpreter" },
    { label: "no comparison", description: "", reference: "none" },
  ];
  return (await window.showQuickPick(items, { title: `${name}: compare the results with` }))?.reference;
}
