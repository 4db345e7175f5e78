// Code actions as the lightbulb and its menu show them: the server's, and for each of its
// diagnostics the explanation.

import { CodeAction, CodeActionKind, CodeActionTriggerKind, type CodeActionContext, type Command } from "vscode";
import type { CodeActionMiddleware } from "vscode-languageclient/node";
import { diagnosticCodes } from "./diagnosticCode";
import { PREVIEW_EDIT } from "./previewEdit";
import { CLIENT_COMMANDS } from "./protocol";

export const codeActionMiddleware: Required<CodeActionMiddleware> = {
  provideCodeActions: async (document, range, context, token, next) => {
    const found = (await next(document, range, context, token)) ?? [];
    return [...found.filter((action) => isWanted(action, context)), ...explanations(context)];
  },
  resolveCodeAction: async (action, token, next) => {
    const resolved = await next(action, token);
    if (resolved?.edit && resolved.kind && CodeActionKind.Refactor.contains(resolved.kind)) {
      resolved.command = { title: resolved.title, command: PREVIEW_EDIT, arguments: [resolved.edit, resolved.title] };
      delete resolved.edit;
    }
    return resolved;
  },
};

/** "Build and run" has its lens; offered unasked it would light the bulb on every line of a function. */
function isWanted(action: Command | CodeAction, { triggerKind }: CodeActionContext): boolean {
  const command = typeof action.command === "string" ? action.command : action.command?.command;
  return triggerKind === CodeActionTriggerKind.Invoke || command !== CLIENT_COMMANDS.buildAndRun;
}

function explanations({ diagnostics, only }: CodeActionContext): CodeAction[] {
  if (only?.contains(CodeActionKind.QuickFix) === false) {
    return [];
  }
  return diagnosticCodes(diagnostics).map((code) => {
    const title = `Explain ${code}`;
    const action = new CodeAction(title, CodeActionKind.QuickFix);
    action.command = { title, command: CLIENT_COMMANDS.explainDiagnostic, arguments: [code] };
    action.diagnostics = diagnostics.filter((diagnostic) => diagnosticCodes([diagnostic]).includes(code));
    return action;
  });
}
