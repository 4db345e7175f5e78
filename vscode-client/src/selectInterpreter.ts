// Lets the user choose the interpreter: follow the Python extension, or name one in the settings.

import { ConfigurationTarget, commands, type QuickPickItem, QuickPickItemKind, window, workspace } from "vscode";
import { SECTION } from "./configuration";
import { type Interpreter, pathInterpreters, workspaceInterpreters } from "./interpreter";
import { hasPythonExtension } from "./pythonExtension";
import { readSurroundings } from "./surroundings";

interface Choice extends QuickPickItem {
  readonly act?: () => Promise<void>;
}

export async function selectInterpreter(): Promise<void> {
  const choice = await window.showQuickPick(await choices(), { title: "Interpreter that runs the Tilewright server" });
  await choice?.act?.();
}

async function choices(): Promise<Choice[]> {
  const around = await readSurroundings();
  const found = [...(around.trusted ? workspaceInterpreters(around) : []), ...pathInterpreters(around)];
  return [
    hasPythonExtension()
      ? { label: "$(symbol-misc) Choose in the Python extension…", act: chooseInPythonExtension }
      : { label: "$(symbol-misc) Choose automatically", act: clearSetting },
    { label: "$(folder-opened) Browse…", act: browse },
    { label: "found on this machine", kind: QuickPickItemKind.Separator },
    ...found.map(asChoice),
  ];
}

function asChoice({ command, source }: Interpreter): Choice {
  return { label: command, description: source === "venv" ? ".venv" : "PATH", act: () => useInterpreter(command) };
}

/** With the setting empty the server follows the extension's choice. */
async function chooseInPythonExtension(): Promise<void> {
  await clearSetting();
  await commands.executeCommand("python.setInterpreter");
}

async function browse(): Promise<void> {
  const [file] = (await window.showOpenDialog({ title: "Python interpreter", openLabel: "Use" })) ?? [];
  if (file) {
    await useInterpreter(file.fsPath);
  }
}

/** The restart follows from the change of the setting. A workspace without trust has no say in it. */
export async function useInterpreter(command: string): Promise<void> {
  const inWorkspace = workspace.isTrusted && workspace.workspaceFolders !== undefined;
  const target = inWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await workspace.getConfiguration(SECTION).update("interpreter", [command], target);
}

async function clearSetting(): Promise<void> {
  const configuration = workspace.getConfiguration(SECTION);
  const set = configuration.inspect("interpreter");
  if (set?.workspaceValue !== undefined) {
    await configuration.update("interpreter", undefined, ConfigurationTarget.Workspace);
  }
  if (set?.globalValue !== undefined) {
    await configuration.update("interpreter", undefined, ConfigurationTarget.Global);
  }
}
