// The settings as VS Code has them now, in general or for a file or folder.

import { type Uri, workspace } from "vscode";
import { type Settings, mergeSettings } from "./settings";

export const SECTION = "tilewright";

export function currentSettings(scope?: Uri): Settings {
  const settings = mergeSettings(workspace.getConfiguration(undefined, scope).get(SECTION));
  // The user's own settings may allow it everywhere: it is for trusted workspaces all the same.
  const diagnostics = { ...settings.diagnostics, exact: settings.diagnostics.exact && workspace.isTrusted };
  return { ...settings, diagnostics };
}
