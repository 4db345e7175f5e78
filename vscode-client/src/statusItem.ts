// The item of the status bar, which is shown beside Python files.

import { type Disposable, StatusBarAlignment, type StatusBarItem, languages, window } from "vscode";

/** The item, whose click runs a command, and what shows and hides it. */
export function statusItem(command: string): { item: StatusBarItem; shown: Disposable } {
  const item = window.createStatusBarItem("tilewright.status", StatusBarAlignment.Right, 100);
  item.name = "Tilewright";
  item.command = command;
  const showBesidePython = () => {
    const document = window.activeTextEditor?.document;
    if (document && languages.match({ language: "python" }, document) > 0) {
      item.show();
    } else {
      item.hide();
    }
  };
  showBesidePython();
  return { item, shown: window.onDidChangeActiveTextEditor(showBesidePython) };
}
