// The status bar item: shown beside Python files, a click opens a menu.

import { type ExtensionContext, StatusBarAlignment, ThemeColor, commands, languages, window } from "vscode";
import { CLIENT_COMMANDS } from "./protocol";
import type { Server } from "./server";
import { statusText } from "./statusText";

const MENU_COMMAND = "tilewright.statusMenu";

export function createStatusItem(server: Server): ExtensionContext["subscriptions"] {
  const item = window.createStatusBarItem("tilewright.status", StatusBarAlignment.Right, 100);
  item.name = "Tilewright";
  item.command = MENU_COMMAND;

  const describe = () => {
    const { text, tooltip, isError } = statusText(server.state);
    item.text = text;
    item.tooltip = tooltip;
    item.backgroundColor = isError ? new ThemeColor("statusBarItem.errorBackground") : undefined;
  };
  const showBesidePython = () => {
    const document = window.activeTextEditor?.document;
    if (document && languages.match({ language: "python" }, document) > 0) {
      item.show();
    } else {
      item.hide();
    }
  };
  describe();
  showBesidePython();
  return [
    item,
    server.onState(describe),
    window.onDidChangeActiveTextEditor(showBesidePython),
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
