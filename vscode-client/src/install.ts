// What happens when the chosen interpreter cannot run the server: a message, and, when the user
// asks for it, the wheel that this package carries is installed, in a terminal: into the environment
// or, where the system manages it (PEP 668), into a `.venv` of the workspace.

import {
  type Disposable,
  type Extension,
  ProcessExecution,
  Task,
  TaskRevealKind,
  TaskScope,
  Uri,
  commands,
  tasks,
  window,
  workspace,
} from "vscode";
import { type Step, installStep, venvPython, venvStep } from "./installSteps";
import { type Interpreter, workspaceInterpreters } from "./interpreter";
import { CLIENT_COMMANDS } from "./protocol";
import { useInterpreter } from "./selectInterpreter";
import type { Server } from "./server";
import { describeReady } from "./statusText";
import { readSurroundings } from "./surroundings";
import { type Unfit, unfitText } from "./unfitText";
import { wheelPath } from "./wheel";

const INSTALL = "Install tilewright into this environment";
const VENV = "Install tilewright into a .venv of the workspace";
const CHOOSE = "Choose interpreter";

export class Installer implements Disposable {
  private readonly told = new Set<string>();
  private readonly listener: Disposable;
  private last: Unfit | undefined;
  private installing = false;

  /** Tells of each problem once, however often the server is started meanwhile; while an installation runs, of none: the terminal that it opens may change which interpreter is found. */
  constructor(
    private readonly server: Server,
    private readonly own: Extension<unknown>,
  ) {
    this.listener = server.onUnfit((unfit) => {
      const { message } = unfitText(unfit);
      this.last = unfit;
      if (!this.installing && !this.told.has(message)) {
        this.told.add(message);
        void this.offerHelp(unfit);
      }
    });
  }

  dispose(): void {
    this.listener.dispose();
  }

  /** The command: what would help now, asked for or told before or not. */
  async install(): Promise<void> {
    const { state } = this.server;
    if (state.kind === "ready") {
      await window.showInformationMessage(`${describeReady(state).replace("\n", ", ")}: nothing to install.`);
    } else if (state.kind === "error" && this.last !== undefined) {
      await this.offerHelp(this.last);
    } else {
      await this.server.restart();
    }
  }

  private async offerHelp(unfit: Unfit): Promise<void> {
    const { message, cure } = unfitText(unfit);
    const folder = workspaceFolder();
    const offers = { install: [INSTALL], venv: folder === undefined ? [] : [VENV], none: [] }[cure];
    const choice = await window.showWarningMessage(message, ...offers, CHOOSE);
    if (choice === CHOOSE) {
      await commands.executeCommand(CLIENT_COMMANDS.selectInterpreter);
    } else if (unfit.kind === "unfit" && choice !== undefined) {
      this.installing = true;
      await this.installChosen(choice, unfit.interpreter, folder).finally(() => (this.installing = false));
    }
  }

  private async installChosen(choice: string, interpreter: Interpreter, folder: string | undefined): Promise<void> {
    if (choice === INSTALL) {
      await this.installInto(interpreter);
    } else if (choice === VENV && folder !== undefined) {
      await this.installIntoVenv(interpreter, folder);
    }
  }

  private async installInto(interpreter: Interpreter): Promise<void> {
    if (await this.succeeds(installStep(interpreter, this.wheel))) {
      await this.server.restart();
    }
  }

  /** A `.venv` that is there already is used as it is. One that others do not outrank is found by itself. */
  private async installIntoVenv(interpreter: Interpreter, folder: string): Promise<void> {
    const [existing] = workspaceInterpreters({ ...(await readSurroundings()), folders: [folder] });
    const python = existing?.command ?? venvPython(folder, process.platform);
    const made = existing !== undefined || (await this.succeeds(venvStep(interpreter, folder)));
    if (!made || !(await this.succeeds(installStep({ command: python, args: [] }, this.wheel)))) {
      return;
    }
    if (interpreter.source === "path") {
      await this.server.restart();
    } else {
      await useInterpreter(python);
    }
  }

  private get wheel(): string {
    const { version } = this.own.packageJSON as { version: string };
    return Uri.joinPath(this.own.extensionUri, ...wheelPath(version)).fsPath;
  }

  /** Runs a step where it can be watched; the extension's own folder keeps workspace modules out. */
  private async succeeds({ command, args }: Step): Promise<boolean> {
    const run = new ProcessExecution(command, [...args], { cwd: this.own.extensionUri.fsPath });
    const task = new Task({ type: "process" }, TaskScope.Workspace, "Install tilewright", "Tilewright", run, []);
    task.presentationOptions = { reveal: TaskRevealKind.Always, clear: true };
    const execution = await tasks.executeTask(task);
    return await new Promise((resolve) => {
      const listener = tasks.onDidEndTaskProcess((end) => {
        if (end.execution === execution) {
          listener.dispose();
          resolve(end.exitCode === 0);
        }
      });
    });
  }
}

/** Where a `.venv` may be made: a workspace without trust would not be allowed to bring it. */
function workspaceFolder(): string | undefined {
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
  return workspace.isTrusted ? folder?.uri.fsPath : undefined;
}
