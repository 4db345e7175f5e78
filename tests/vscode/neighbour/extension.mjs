// Another extension for Python: it starts the language server that the setting names and adds nothing of its own.

import { workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client;

export async function activate() {
  const command = workspace.getConfiguration("neighbour").get("server");
  client = new LanguageClient("neighbour", "Neighbour", { command, args: ["--stdio"] }, { documentSelector: [{ language: "python" }] });
  await client.start();
}

export function deactivate() {
  return client?.stop();
}
