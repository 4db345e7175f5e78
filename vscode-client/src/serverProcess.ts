// The server as a process: started, watched for its end, and killed when it does not end by itself.

import { type ChildProcess, spawn } from "node:child_process";

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Python puts the working directory on its module path: it must hold no modules. */
  readonly cwd: string;
}

/** Resolves once the process runs; `onExit` is told in words how it ended. */
export function launch(server: ServerCommand, onExit: (how: string) => void): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(server.command, server.args, { cwd: server.cwd, windowsHide: true });
    child.once("spawn", () => {
      resolve(child);
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      onExit(signal === null ? `exit code ${code ?? "unknown"}` : `signal ${signal}`);
    });
  });
}

export function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Gives the process `grace` milliseconds to end, then kills it. */
export async function endProcess(child: ChildProcess, grace: number): Promise<void> {
  if (!isRunning(child)) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), grace);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
