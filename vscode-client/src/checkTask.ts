// The task `tilewright: check`: the mistakes of a whole folder, run by the interpreter that runs the server.

import { type Disposable, ProcessExecution, Task, type Uri, type WorkspaceFolder, tasks, workspace } from "vscode";
import { TASK_TYPE, checkArguments } from "./checkArguments";
import type { Interpreter } from "./interpreter";

/** `home` is a folder without Python modules, where interpreters are run; `chosen` gives the interpreter of the server. */
export function provideCheckTasks(home: Uri, chosen: () => Promise<Interpreter | undefined>): Disposable {
  return tasks.registerTaskProvider(TASK_TYPE, {
    provideTasks: async () => {
      const interpreter = await chosen();
      const folders = workspace.workspaceFolders ?? [];
      return folders.flatMap((folder) => checkTask({ type: TASK_TYPE, task: "check" }, folder, interpreter, home) ?? []);
    },
    resolveTask: async ({ definition, scope }) => {
      const folder = typeof scope === "object" ? scope : workspace.workspaceFolders?.[0];
      return folder && checkTask(definition, folder, await chosen(), home);
    },
  });
}

function checkTask(
  definition: Task["definition"],
  folder: WorkspaceFolder,
  interpreter: Interpreter | undefined,
  home: Uri,
): Task | undefined {
  const args = checkArguments(definition, folder.uri.fsPath);
  if (args === undefined || interpreter === undefined || folder.uri.scheme !== "file") {
    return undefined;
  }
  const run = new ProcessExecution(interpreter.command, [...interpreter.args, ...args], { cwd: home.fsPath });
  return new Task(definition, folder, "check", "tilewright", run, "$tilewright");
}
