// The settings as VS Code has them now.

import { workspace } from "vscode";
import { type Settings, mergeSettings } from "./settings";

export const SECTION = "tilewright";

export function currentSettings(): Settings {
  const settings = mergeSettings(workspace.getConfiguration().get(SECTION));
  // The user's own settings may allow it everywhere: it is for trusted workspaces all the same.
  const diagnostics = { ...settings.diagnostics, exact: settings.diagnostics.exact && workspace.isTrusted };
  return { ...settings, diagnostics };
}
