// The extension's front door: makes the parts, and connects commands and events to them.

import { type Disposable, type ExtensionContext, commands, window, workspace } from "vscode";
import { BUILD_AND_RUN, BUILD_AND_RUN_WITH, PROFILE, measure } from "./buildAndRun";
import { provideCheckTasks } from "./checkTask";
import type { Channels } from "./client";
import { SECTION } from "./configuration";
import { openExample } from "./example";
import { exactCheck } from "./exactCheck";
import { createExplainer, type Explainer } from "./explain";
import { StageExplorer } from "./explorer";
import { Installer } from "./install";
import { createPreview } from "./previewEdit";
import { CLIENT_COMMANDS } from "./protocol";
import { onActiveEnvironmentChange } from "./pythonExtension";
import { selectInterpreter } from "./selectInterpreter";
import { Server } from "./server";
import { createStatusItem } from "./status";
import { describeReady, statusText } from "./statusText";
import { createTestExplorer } from "./testExplorer";

/** Ends the first step of the walkthrough. */
const READY_CONTEXT = "tilewright.ready";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const channels = {
    output: window.createOutputChannel("Tilewright"),
    trace: window.createOutputChannel("Tilewright Trace"),
  };
  // The extension's own folder holds no Python modules, so a workspace's files are never imported.
  const home = context.extensionUri;
  const started = new Server(channels, home);
  const explainer = createExplainer(started);
  const stages = new StageExplorer(started, context.extensionUri);
  const installer = new Installer(started, context.extension);
  server = started;
  context.subscriptions.push(
    channels.output,
    channels.trace,
    started,
    explainer,
    stages,
    commands.registerCommand(CLIENT_COMMANDS.explore, () => {
      stages.open();
    }),
    installer,
    commands.registerCommand(CLIENT_COMMANDS.install, () => installer.install()),
    commands.registerCommand(CLIENT_COMMANDS.openExample, () => openExample(context.extensionUri)),
    ...createPreview(),
    createTestExplorer(started),
    provideCheckTasks(home, () => started.interpreter()),
    started.onState(({ kind }) => void commands.executeCommand("setContext", READY_CONTEXT, kind === "ready")),
    ...createStatusItem(started),
    ...registerCommands(started, channels, explainer),
    ...restartWhenNeeded(started),
  );
  void started.restart();
  const listener = await onActiveEnvironmentChange(() => void started.reconsider());
  if (listener) {
    context.subscriptions.push(listener);
  }
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function registerCommands(running: Server, { output }: Channels, explainer: Explainer): Disposable[] {
  const { registerCommand } = commands;
  return [
    registerCommand(CLIENT_COMMANDS.buildAndRun, (target: unknown) => measure(running, output, target, BUILD_AND_RUN)),
    registerCommand(CLIENT_COMMANDS.buildAndRunWith, (target: unknown) => measure(running, output, target, BUILD_AND_RUN_WITH)),
    registerCommand(CLIENT_COMMANDS.profile, (target: unknown) => measure(running, output, target, PROFILE)),
    registerCommand(CLIENT_COMMANDS.exactCheck, () => exactCheck(running, output)),
    registerCommand(CLIENT_COMMANDS.explainDiagnostic, (code: unknown) => explainer.explain(code)),
    registerCommand(CLIENT_COMMANDS.restartServer, () => running.restart()),
    registerCommand(CLIENT_COMMANDS.selectInterpreter, selectInterpreter),
    registerCommand(CLIENT_COMMANDS.showOutput, () => {
      output.show();
    }),
    registerCommand(CLIENT_COMMANDS.showServerVersion, () => showServerVersion(running)),
  ];
}

function restartWhenNeeded(running: Server): Disposable[] {
  return [
    workspace.onDidGrantWorkspaceTrust(() => void running.reconsider().then(() => running.tellSettings())),
    workspace.onDidChangeWorkspaceFolders(() => void running.reconsider()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.serverArguments`)) {
        void running.restart();
      } else if (change.affectsConfiguration(`${SECTION}.interpreter`)) {
        void running.reconsider();
      } else if (change.affectsConfiguration(SECTION)) {
        void running.tellSettings();
      }
    }),
  ];
}

async function showServerVersion({ state }: Server): Promise<void> {
  const text = state.kind === "ready" ? describeReady(state).replace("\n", ", ") : statusText(state).tooltip;
  await window.showInformationMessage(text);
}
