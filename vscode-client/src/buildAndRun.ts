// Build and run, and profile: find the function, ask for the sizes of its symbolic dimensions, let the
// server build and run it, show its report.

import { type OutputChannel, ProgressLocation, Uri, commands, window, workspace } from "vscode";
import {
  ErrorCodes,
  ExecuteCommandRequest,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageclient/node";
import type { TilewrightClient } from "./client";
import { currentSettings } from "./configuration";
import { functionAtCursor } from "./cursor";
import { onWorkDone } from "./progress";
import {
  CLIENT_COMMANDS,
  type FunctionReference,
  type Report,
  RUN_PLAN_REQUEST,
  type RunPlan,
  type RunRequest,
  SERVER_COMMANDS,
  isFunctionReference,
} from "./protocol";
import { formatReport } from "./report";
import type { Server } from "./server";
import { askArguments } from "./runArguments";
import { askSizes } from "./sizeInput";

/** Milliseconds. */
const TITLE_SHOWN = 10_000;

/** What is done with a function: its command of the server, its name for people, and whether the user chooses data and reference. */
export interface Measurement {
  readonly command: string;
  readonly title: string;
  readonly chooses: boolean;
}

export const BUILD_AND_RUN: Measurement = { command: SERVER_COMMANDS.buildAndRun, title: "Build and run", chooses: false };
export const BUILD_AND_RUN_WITH: Measurement = { ...BUILD_AND_RUN, chooses: true };
export const PROFILE: Measurement = { command: SERVER_COMMANDS.profile, title: "Profile", chooses: false };

export async function measure(server: Server, output: OutputChannel, argument: unknown, what: Measurement): Promise<void> {
  const client = await readyClient(server, what.title);
  if (client === undefined) {
    return;
  }
  try {
    const target = isFunctionReference(argument) ? argument : await functionAtCursor(client);
    const report = target && (await runFunction(client, target, what));
    if (report) {
      showReport(output, report);
    }
  } catch (error) {
    tellFailure(error, what.title);
  }
}

/** The client, if there is one and it may execute programs of this workspace; else a message. */
export async function readyClient(server: Server, what: string): Promise<TilewrightClient | undefined> {
  if (!workspace.isTrusted) {
    const message = `${what} executes code of this workspace, which you have not trusted.`;
    await offer(message, "Manage Workspace Trust", "workbench.trust.manage");
    return undefined;
  }
  if (server.running === undefined) {
    await offer("The Tilewright server is not running.", "Restart Server", CLIENT_COMMANDS.restartServer);
  }
  return server.running;
}

/** Undefined when the user thinks better of it. */
export async function runFunction(
  client: TilewrightClient,
  { uri, name, given }: FunctionReference,
  what: Measurement,
): Promise<Report | undefined> {
  const plan = await client.sendRequest<RunPlan>(RUN_PLAN_REQUEST, { uri, name, given });
  const sizes = await askSizes({ uri, name }, plan.symbols);
  if (sizes === undefined) {
    return undefined;
  }
  const chosen = what.chooses ? await askArguments(name, plan) : {};
  if (chosen === undefined) {
    return undefined;
  }
  const { seed, timeout, repeat } = currentSettings(Uri.parse(uri)).run;
  const request: RunRequest = { uri, name, given, sizes, seed, timeout, repeat, ...chosen };
  return await executed(client, what.command, request, `${what.title} ${name}`);
}

/** The report of a command of the server, with its progress and a button that cancels. */
export async function executed(client: TilewrightClient, command: string, argument: unknown, title: string): Promise<Report> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return await window.withProgress(options, async (progress, cancellation) => {
    const workDone = onWorkDone(client, progress);
    try {
      const params = { command, arguments: [argument], workDoneToken: workDone.token };
      return (await client.sendRequest(ExecuteCommandRequest.type, params, cancellation)) as Report;
    } finally {
      workDone.dispose();
    }
  });
}

/** A failure stays on the screen until the user closes it; a success does not lie over its own report. */
export function showReport(output: OutputChannel, report: Report): void {
  output.appendLine(formatReport(report, new Date()));
  output.show(true);
  if (report.ok) {
    window.setStatusBarMessage(`$(check) ${report.title}`, TITLE_SHOWN);
  } else {
    void window.showErrorMessage(report.title);
  }
}

export function tellFailure(error: unknown, what: string): void {
  const code = error instanceof ResponseError ? error.code : undefined;
  if (code === LSPErrorCodes.RequestCancelled || code === LSPErrorCodes.ServerCancelled) {
    window.setStatusBarMessage(`${what} cancelled`, 4000);
  } else if (code === ErrorCodes.PendingResponseRejected) {
    void window.showErrorMessage(`${what}: the server ended meanwhile; see the Tilewright output.`);
  } else {
    void window.showErrorMessage(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function offer(message: string, action: string, command: string): Promise<void> {
  if ((await window.showWarningMessage(message, action)) === action) {
    await commands.executeCommand(command);
  }
}
