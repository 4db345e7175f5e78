// The settings as VS Code has them now.

import { workspace } from "vscode";
import { type Settings, mergeSettings } from "./settings";

export const SECTION = "tilewright";

export function currentSettings(): Settings {
  return mergeSettings(workspace.getConfiguration().get(SECTION));
}
