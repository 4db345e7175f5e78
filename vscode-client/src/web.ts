// The extension in a window that has no machine behind it, as on vscode.dev: every command says why it does nothing there and how to go on.

import { type Disposable, type ExtensionContext, commands, window } from "vscode";
import { openExample } from "./example";
import { CLIENT_COMMANDS } from "./protocol";
import { statusItem } from "./statusItem";

export const NO_MACHINE =
  "Tilewright needs Python, and this window has no machine that could run it. Open the folder in VS Code on your computer, or through a remote connection: a tunnel, SSH, a container or a codespace.";
const CONNECT = "Connect…";

export function activate(context: ExtensionContext): void {
  const { item, shown } = statusItem(CLIENT_COMMANDS.showServerVersion);
  item.text = "$(circle-slash) Tilewright";
  item.tooltip = NO_MACHINE;
  context.subscriptions.push(item, shown, ...registerCommands(context));
}

function registerCommands({ extensionUri }: ExtensionContext): Disposable[] {
  const { openExample: example, ...others } = CLIENT_COMMANDS;
  return [
    commands.registerCommand(example, () => openExample(extensionUri)),
    ...Object.values(others).map((name) => commands.registerCommand(name, explain)),
  ];
}

async function explain(): Promise<void> {
  if ((await window.showWarningMessage(NO_MACHINE, CONNECT)) === CONNECT) {
    await commands.executeCommand("workbench.action.remote.showMenu");
  }
}
