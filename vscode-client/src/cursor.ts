// The function at the cursor. The server knows where functions are: its code actions at the cursor
// say which one can be run; without one there, its code lenses say which the file has.

import { type TextEditor, window } from "vscode";
import { CodeActionRequest, CodeLensRequest } from "vscode-languageclient/node";
import type { TilewrightClient } from "./client";
import type { FunctionReference } from "./protocol";
import { runTargets } from "./runTargets";

export async function functionAtCursor(client: TilewrightClient): Promise<FunctionReference | undefined> {
  const editor = window.activeTextEditor;
  if (editor?.document.languageId !== "python") {
    await window.showInformationMessage("Open a Python file and put the cursor into a TVMScript function.");
    return undefined;
  }
  const [atCursor] = await targetsAtCursor(client, editor);
  return atCursor ?? (await chooseTarget(await targetsInFile(client, editor)));
}

async function targetsAtCursor(client: TilewrightClient, editor: TextEditor): Promise<FunctionReference[]> {
  if (!client.initializeResult?.capabilities.codeActionProvider) {
    return [];
  }
  const convert = client.code2ProtocolConverter;
  const actions = await client.sendRequest(CodeActionRequest.type, {
    textDocument: convert.asTextDocumentIdentifier(editor.document),
    range: convert.asRange(editor.selection),
    context: { diagnostics: [] },
  });
  return runTargets(actions ?? []);
}

async function targetsInFile(client: TilewrightClient, editor: TextEditor): Promise<FunctionReference[]> {
  if (!client.initializeResult?.capabilities.codeLensProvider) {
    return [];
  }
  const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(editor.document);
  return runTargets((await client.sendRequest(CodeLensRequest.type, { textDocument })) ?? []);
}

async function chooseTarget(targets: readonly FunctionReference[]): Promise<FunctionReference | undefined> {
  if (targets.length === 0) {
    await window.showInformationMessage("There is no function to build at the cursor.");
    return undefined;
  }
  const items = targets.map((target) => ({ label: target.name, target }));
  const choice = await window.showQuickPick(items, { title: "No function at the cursor: which one to build and run?" });
  return choice?.target;
}
