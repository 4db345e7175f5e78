// What the choice of an interpreter depends on, read from VS Code and the machine.

import { statSync } from "node:fs";
import { homedir } from "node:os";
import { workspace } from "vscode";
import { currentSettings } from "./configuration";
import type { Surroundings } from "./interpreter";
import { activePythonEnvironment } from "./pythonExtension";

export async function readSurroundings(): Promise<Surroundings> {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
  const setting = currentSettings().interpreter;
  return {
    setting,
    // With a setting the Python extension has no say, and need not be woken.
    pythonExtension: setting.length > 0 ? undefined : await activePythonEnvironment(folders[0]?.uri),
    folders: folders.map((folder) => folder.uri.fsPath),
    trusted: workspace.isTrusted,
    searchPath: process.env["PATH"] ?? "",
    variables: process.env,
    home: homedir(),
    platform: process.platform,
    isFile,
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
