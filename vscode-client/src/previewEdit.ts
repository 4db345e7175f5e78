// A rewriting of one file as a difference beside the question whether to make it. VS Code's own preview of a refactoring leaves every change that asks for
// confirmation unticked, so that its button *Apply* does nothing.

import { EventEmitter, type ExtensionContext, TabInputTextDiff, type TextDocument, type TextEdit, Uri, WorkspaceEdit, commands, window, workspace } from "vscode";
import type { ApplyWorkspaceEditParams, ApplyWorkspaceEditResult, LanguageClient } from "vscode-languageclient/node";

const SCHEME = "tilewright-preview";
/** Given to the actions of the lightbulb with what they change; tells whether it was made. */
export const PREVIEW_EDIT = "tilewright.previewEdit";

/** A change that the server asks for, such as the schedule that tuning has found. */
export async function applyAsked(client: LanguageClient, { edit, label }: ApplyWorkspaceEditParams): Promise<ApplyWorkspaceEditResult> {
  const versions = new Map(workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
  const isOld = edit.documentChanges?.some(
    (change) => "edits" in change && change.textDocument.version !== (versions.get(Uri.parse(change.textDocument.uri).toString()) ?? change.textDocument.version),
  );
  if (isOld) return { applied: false, failureReason: "the text has changed since" };
  const made = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
  return { applied: await commands.executeCommand<boolean>(PREVIEW_EDIT, made, label ?? "Change") };
}

export function createPreview(): ExtensionContext["subscriptions"] {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const show = async (edit: WorkspaceEdit, title: string): Promise<boolean> => {
    const [entry, ...others] = edit.entries();
    if (entry === undefined || others.length > 0) return await workspace.applyEdit(edit);
    const [uri, edits] = entry;
    const document = await workspace.openTextDocument(uri);
    const version = document.version;
    const shown = Uri.from({ scheme: SCHEME, path: uri.path });
    texts.set(shown.path, edited(document, edits));
    changed.fire(shown);
    await commands.executeCommand("vscode.diff", uri, shown, title, { preview: true });
    const apply = { label: "$(check) Apply", description: title };
    const choice = await window.showQuickPick([apply, { label: "$(close) Discard" }], { title: "Tilewright: make this change?", ignoreFocusOut: true });
    await closeTab(shown);
    texts.delete(shown.path);
    if (choice !== apply) return false;
    if (document.version === version) return await workspace.applyEdit(withoutQuestions(uri, edits));
    await window.showWarningMessage("The text has changed since this change was made up: choose the action again.");
    return false;
  };
  return [
    changed,
    workspace.registerTextDocumentContentProvider(SCHEME, { onDidChange: changed.event, provideTextDocumentContent: (uri) => texts.get(uri.path) ?? "" }),
    commands.registerCommand(PREVIEW_EDIT, show),
  ];
}

/** The text with the edits, which do not overlap. */
function edited(document: TextDocument, edits: readonly TextEdit[]): string {
  const backwards = [...edits].sort((a, b) => b.range.start.compareTo(a.range.start));
  return backwards.reduce(
    (text, { range, newText }) => text.slice(0, document.offsetAt(range.start)) + newText + text.slice(document.offsetAt(range.end)),
    document.getText(),
  );
}

function withoutQuestions(uri: Uri, edits: readonly TextEdit[]): WorkspaceEdit {
  const made = new WorkspaceEdit();
  made.set(uri, edits);
  return made;
}

async function closeTab(shown: Uri): Promise<void> {
  const tabs = window.tabGroups.all.flatMap(({ tabs }) => tabs);
  await window.tabGroups.close(tabs.filter(({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === shown.toString()));
}
