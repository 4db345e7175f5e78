// What happens when the chosen interpreter cannot run the server: a message, and, when the user
// asks for it, `pip install` of the wheel that this package carries, in a terminal.

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
} from "vscode";
import type { Interpreter } from "./interpreter";
import { CLIENT_COMMANDS } from "./protocol";
import type { Server } from "./server";
import { type Unfit, unfitText } from "./unfitText";
import { wheelPath } from "./wheel";

const INSTALL = "Install tilewright into this environment";
const CHOOSE = "Choose interpreter";

/** Tells of each problem once, however often the server is started meanwhile. */
export function watchUnfitInterpreters(server: Server, own: Extension<unknown>): Disposable {
  const told = new Set<string>();
  return server.onUnfit((unfit) => {
    const { message } = unfitText(unfit);
    if (!told.has(message)) {
      told.add(message);
      void offerHelp(server, own, unfit);
    }
  });
}

async function offerHelp(server: Server, own: Extension<unknown>, unfit: Unfit): Promise<void> {
  const { message, canInstall } = unfitText(unfit);
  const choice = await window.showWarningMessage(message, ...(canInstall ? [INSTALL, CHOOSE] : [CHOOSE]));
  if (choice === CHOOSE) {
    await commands.executeCommand(CLIENT_COMMANDS.selectInterpreter);
  } else if (choice === INSTALL && unfit.kind === "unfit") {
    await install(server, own, unfit.interpreter);
  }
}

/** A process and not a shell line, so that no path needs quoting; the extension's own folder keeps workspace modules out. */
async function install(server: Server, own: Extension<unknown>, { command, args }: Interpreter): Promise<void> {
  const { version } = own.packageJSON as { version: string };
  const wheel = Uri.joinPath(own.extensionUri, ...wheelPath(version)).fsPath;
  const pip = new ProcessExecution(command, [...args, "-m", "pip", "install", wheel], { cwd: own.extensionUri.fsPath });
  const task = new Task({ type: "process" }, TaskScope.Workspace, "Install tilewright", "Tilewright", pip, []);
  task.presentationOptions = { reveal: TaskRevealKind.Always, clear: true };
  const execution = await tasks.executeTask(task);
  const listener = tasks.onDidEndTaskProcess((end) => {
    if (end.execution === execution) {
      listener.dispose();
      if (end.exitCode === 0) {
        void server.restart();
      }
    }
  });
}
