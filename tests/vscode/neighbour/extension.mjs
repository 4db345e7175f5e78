// Another extension for Python: it starts the language server that the setting names, and adds only an item in the status bar once that server has greeted.

import { StatusBarAlignment, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client;

export async function activate() {
  const command = workspace.getConfiguration("neighbour").get("server");
  client = new LanguageClient("neighbour", "Neighbour", { command, args: ["--stdio"] }, { documentSelector: [{ language: "python" }] });
  await client.start();
  const ready = window.createStatusBarItem("neighbour.status", StatusBarAlignment.Right);
  ready.text = "Neighbour";
  ready.show();
}

export function deactivate() {
  return client?.stop();
}
