// The language client: what it selects, what it sends, and how it behaves when the server dies.

import type { ChildProcess } from "node:child_process";
import { type OutputChannel, Uri, window, workspace } from "vscode";
import {
  ApplyWorkspaceEditRequest,
  CloseAction,
  type ConfigurationItem,
  DidChangeConfigurationNotification,
  type DynamicFeature,
  type ErrorHandler,
  ExecuteCommandRequest,
  type ExecuteCommandRegistrationOptions,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  type RegistrationData,
  type StaticFeature,
} from "vscode-languageclient/node";
import { codeActionMiddleware } from "./codeActions";
import { SECTION, currentSettings } from "./configuration";
import { applyAsked } from "./previewEdit";
import { EXECUTING_COMMANDS, registrableCommands } from "./protocol";
import type { Settings } from "./settings";

export interface Channels {
  readonly output: OutputChannel;
  readonly trace: OutputChannel;
}

export class TilewrightClient extends LanguageClient {
  /** Runs in the base constructor, once for each feature. */
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    super.registerFeature(isExecuteCommandFeature(feature) ? withoutOurCommands(feature) : feature);
  }

  /** After a crash the base class passes a flag where the data belong, and logs a line "true". */
  override info(message: string, data?: unknown, showNotification?: boolean): void {
    super.info(message, typeof data === "boolean" ? undefined : data, showNotification);
  }
}

export function createClient(channels: Channels, launchServer: () => Promise<ChildProcess>): TilewrightClient {
  const client: TilewrightClient = new TilewrightClient(SECTION, "Tilewright", launchServer, {
    ...clientOptions(channels),
    middleware: { ...settingsMiddleware(), ...codeActionMiddleware, executeCommand: refuseUntrusted },
    errorHandler: restartOnceStarted(() => client),
  });
  // Before the start it stands in for the client's own answer, with which VS Code would show a change whose parts are all unticked.
  client.onRequest(ApplyWorkspaceEditRequest.type, (asked) => applyAsked(client, asked));
  return client;
}

function clientOptions({ output, trace }: Channels): LanguageClientOptions {
  return {
    documentSelector: [
      { language: "python", scheme: "file" },
      { language: "python", scheme: "untitled" },
    ],
    diagnosticCollectionName: SECTION,
    outputChannel: output,
    traceOutputChannel: trace,
    initializationOptions: () => ({ client: "vscode", settings: currentSettings() }),
    initializationFailedHandler: () => false,
  };
}

export async function sendSettings(client: TilewrightClient): Promise<void> {
  await client.sendNotification(DidChangeConfigurationNotification.type, { settings: { [SECTION]: currentSettings() } });
}

/** Commands of the server that execute programs, whoever names them: not in workspaces that are not trusted. */
const refuseUntrusted: NonNullable<Middleware["executeCommand"]> = (command, args, next) => {
  if (!workspace.isTrusted && EXECUTING_COMMANDS.includes(command)) {
    void window.showWarningMessage("This executes code of this workspace, which you have not trusted.");
    return undefined;
  }
  return next(command, args) as unknown;
};

/** Every way in which the server learns of settings gives the same complete tree. */
function settingsMiddleware(): Middleware {
  return {
    workspace: {
      // `sendSettings` tells of changes, whether the server registers for them or not.
      didChangeConfiguration: () => Promise.resolve(),
      configuration: async (params, token, next) => {
        const values = await next(params, token);
        return Array.isArray(values)
          ? values.map((value: unknown, i) => (params.items[i]?.section === SECTION ? settingsOf(params.items[i]) : value))
          : values;
      },
    },
  };
}

function settingsOf({ scopeUri }: ConfigurationItem): Settings {
  return currentSettings(scopeUri === undefined ? undefined : Uri.parse(scopeUri));
}

/** The default limits for crashes, but a server that never got going is not started again and again. */
function restartOnceStarted(client: () => TilewrightClient): ErrorHandler {
  let handler: ErrorHandler | undefined;
  const usual = () => (handler ??= client().createDefaultErrorHandler());
  return {
    error: (error, message, count) => usual().error(error, message, count),
    closed: () =>
      client().initializeResult === undefined
        ? { action: CloseAction.DoNotRestart, handled: true, message: "The server ended while it was starting." }
        : usual().closed(),
  };
}

type ExecuteCommandFeature = DynamicFeature<ExecuteCommandRegistrationOptions>;

function isExecuteCommandFeature(
  feature: StaticFeature | DynamicFeature<unknown>,
): feature is ExecuteCommandFeature & DynamicFeature<unknown> {
  return "registrationType" in feature && feature.registrationType.method === ExecuteCommandRequest.method;
}

function withoutOurCommands(feature: ExecuteCommandFeature): ExecuteCommandFeature {
  const register = feature.register.bind(feature);
  feature.register = (data: RegistrationData<ExecuteCommandRegistrationOptions>) => {
    const commands = registrableCommands(data.registerOptions.commands);
    register({ ...data, registerOptions: { ...data.registerOptions, commands } });
  };
  return feature;
}
