// The example that the walkthrough opens: a text without a file, so that nobody has to choose where to keep it.

import { Uri, window, workspace } from "vscode";

export async function openExample(home: Uri): Promise<void> {
  const bytes = await workspace.fs.readFile(Uri.joinPath(home, "out", "walkthrough", "matmul.py"));
  const content = new TextDecoder().decode(bytes);
  await window.showTextDocument(await workspace.openTextDocument({ language: "python", content }));
}
