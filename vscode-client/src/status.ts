// The status bar item of a window with a machine: it says how the server is, a click opens a menu.

import { type ExtensionContext, ThemeColor, commands, window } from "vscode";
import { CLIENT_COMMANDS } from "./protocol";
import type { Server } from "./server";
import { statusItem } from "./statusItem";
import { statusText } from "./statusText";

const MENU_COMMAND = "tilewright.statusMenu";

export function createStatusItem(server: Server): ExtensionContext["subscriptions"] {
  const { item, shown } = statusItem(MENU_COMMAND);
  const describe = () => {
    const { text, tooltip, isError } = statusText(server.state);
    item.text = text;
    item.tooltip = tooltip;
    item.backgroundColor = isError ? new ThemeColor("statusBarItem.errorBackground") : undefined;
  };
  describe();
  return [
    item,
    shown,
    server.onState(describe),
    commands.registerCommand(MENU_COMMAND, openMenu),
  ];
}

async function openMenu(): Promise<void> {
  const choices = [
    { label: "$(debug-restart) Restart server", command: CLIENT_COMMANDS.restartServer },
    { label: "$(output) Show output", command: CLIENT_COMMANDS.showOutput },
    { label: "$(symbol-misc) Choose interpreter", command: CLIENT_COMMANDS.selectInterpreter },
    { label: "$(info) Show server version", command: CLIENT_COMMANDS.showServerVersion },
  ];
  const choice = await window.showQuickPick(choices, { title: "Tilewright" });
  if (choice) {
    await commands.executeCommand(choice.command);
  }
}
