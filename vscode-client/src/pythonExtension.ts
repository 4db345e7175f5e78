// The environment chosen in the Python extension (`ms-python.python`), which need not be installed.
// Only the part of its interface that is used here is written down.

import { type Disposable, type Event, Uri, extensions } from "vscode";

const EXTENSION_ID = "ms-python.python";

/** Discovery of environments can hang; the choice then falls to the next source. */
const PATIENCE = 10_000;

interface PythonExtensionApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: Event<unknown>;
  };
}

export function hasPythonExtension(): boolean {
  return extensions.getExtension(EXTENSION_ID) !== undefined;
}

export async function activePythonEnvironment(resource: Uri | undefined): Promise<string | undefined> {
  return await Promise.race([resolveActive(resource), nothingAfter(PATIENCE)]);
}

export async function onActiveEnvironmentChange(listener: () => void): Promise<Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(listener);
}

async function resolveActive(resource: Uri | undefined): Promise<string | undefined> {
  const known = await environments();
  if (known === undefined) {
    return undefined;
  }
  const active = known.getActiveEnvironmentPath(resource);
  const environment = await known.resolveEnvironment(active).catch(() => undefined);
  return environment?.executable.uri?.fsPath;
}

/** VS Code itself reports an extension that cannot be activated; here it counts as not installed. */
async function environments(): Promise<PythonExtensionApi["environments"]> {
  try {
    return (await extensions.getExtension<PythonExtensionApi>(EXTENSION_ID)?.activate())?.environments;
  } catch {
    return undefined;
  }
}

function nothingAfter(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
}
