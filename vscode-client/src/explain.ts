// The explanation of a diagnostic code, fetched from the server and shown as Markdown.

import { EventEmitter, Uri, commands, languages, window, workspace } from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import { codeArgument, diagnosticCodes } from "./diagnosticCode";
import { type Report, SERVER_COMMANDS } from "./protocol";
import type { Server } from "./server";

const SCHEME = "tilewright-explain";

export interface Explainer {
  /** `argument` is a code, `{code}`, or nothing: then the cursor decides. */
  explain(argument: unknown): Promise<void>;
  dispose(): void;
}

export function createExplainer(server: Server): Explainer {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? "",
  });

  const explain = async (argument: unknown) => {
    const code = codeArgument(argument) ?? (await codeAtCursor());
    const report = code === undefined ? undefined : await fetchExplanation(server, code);
    if (code === undefined || report === undefined) {
      return;
    }
    const uri = Uri.from({ scheme: SCHEME, path: `/${code}.md` });
    texts.set(uri.path, report.text);
    changed.fire(uri);
    await commands.executeCommand("markdown.showPreview", uri);
  };
  const dispose = () => {
    provider.dispose();
    changed.dispose();
  };
  return { explain, dispose };
}

async function codeAtCursor(): Promise<string | undefined> {
  const codes = codesUnderCursor();
  if (codes.length > 1) {
    return await window.showQuickPick(codes, { title: "Which diagnostic?" });
  }
  return codes[0] ?? (await window.showInputBox({ title: "Explain a diagnostic", prompt: "Its code" }))?.trim();
}

function codesUnderCursor(): string[] {
  const editor = window.activeTextEditor;
  const all = editor ? languages.getDiagnostics(editor.document.uri) : [];
  return diagnosticCodes(all.filter((diagnostic) => editor && diagnostic.range.intersection(editor.selection)));
}

async function fetchExplanation(server: Server, code: string): Promise<Report | undefined> {
  if (server.running === undefined) {
    await window.showWarningMessage("The Tilewright server is not running.");
    return undefined;
  }
  const params = { command: SERVER_COMMANDS.explain, arguments: [{ code }] };
  const report = (await server.running.sendRequest(ExecuteCommandRequest.type, params)) as Report;
  if (!report.ok) {
    await window.showWarningMessage(report.title);
  }
  return report.ok ? report : undefined;
}
