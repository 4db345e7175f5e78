// Which Python runs the server: the setting, else the Python extension's environment, else the
// workspace's `.venv`, else PATH. Pure: what it must know of the machine is passed in.

import * as path from "node:path";

export type InterpreterSource = "setting" | "pythonExtension" | "venv" | "path";

export interface Interpreter {
  readonly command: string;
  readonly args: readonly string[];
  readonly source: InterpreterSource;
}

export interface Surroundings {
  /** The setting `tilewright.interpreter`: the interpreter and its arguments, or nothing. */
  readonly setting: readonly string[];
  /** The executable of the environment that is active in the Python extension. */
  readonly pythonExtension: string | undefined;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  /** The value of PATH. */
  readonly searchPath: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly isFile: (path: string) => boolean;
}

export function chooseInterpreter(around: Surroundings): Interpreter | undefined {
  return [
    fromSetting(around),
    fromPythonExtension(around),
    ...workspaceInterpreters(around),
    ...pathInterpreters(around),
  ].find((candidate) => candidate !== undefined && isAllowed(around, candidate));
}

/** Whether nothing was found but what happens to lie on PATH, which nobody chose. */
export function isLastResort(choice: Interpreter | undefined): boolean {
  return choice === undefined || choice.source === "path";
}

export function sameInterpreter(a: Interpreter | undefined, b: Interpreter | undefined): boolean {
  return a?.command === b?.command && a?.args.join("\0") === b?.args.join("\0");
}

/** The interpreters of the `.venv` folders, one for each workspace folder that has one. */
export function workspaceInterpreters(around: Surroundings): Interpreter[] {
  const inside = around.platform === "win32" ? ["Scripts/python.exe"] : ["bin/python3", "bin/python"];
  return around.folders.flatMap((folder) => {
    const candidates = inside.map((name) => flavour(around).join(folder, ".venv", name));
    const found = candidates.find(around.isFile);
    return found === undefined ? [] : [{ command: found, args: [], source: "venv" as const }];
  });
}

/** The interpreters on PATH: `python3` before `python`, each where it is found first. */
export function pathInterpreters(around: Surroundings): Interpreter[] {
  return ["python3", "python"].flatMap((name) => {
    const found = findOnPath(around, name);
    return found === undefined ? [] : [{ command: found, args: [], source: "path" as const }];
  });
}

function fromSetting(around: Surroundings): Interpreter | undefined {
  const [command, ...args] = around.setting.map((part) => expandVariables(around, part));
  if (command === undefined || command === "") {
    return undefined;
  }
  return { command: locate(around, command), args, source: "setting" };
}

function fromPythonExtension(around: Surroundings): Interpreter | undefined {
  const command = around.pythonExtension;
  return command === undefined ? undefined : { command, args: [], source: "pythonExtension" };
}

/** A workspace that is not trusted must not bring the program that reads it. */
function isAllowed(around: Surroundings, interpreter: Interpreter): boolean {
  return around.trusted || !around.folders.some((folder) => contains(around, folder, interpreter.command));
}

function contains(around: Surroundings, folder: string, file: string): boolean {
  const relative = flavour(around).relative(folder, file);
  return !/^\.\.(?=$|[/\\])/.test(relative) && !flavour(around).isAbsolute(relative);
}

function expandVariables(around: Surroundings, text: string): string {
  return text
    .replace(/^~(?=$|[/\\])/, () => around.home)
    .replaceAll("${userHome}", () => around.home)
    .replaceAll("${workspaceFolder}", () => around.folders[0] ?? "")
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => around.variables[name] ?? "");
}

/** A bare name is looked up on PATH; a relative path belongs to the first workspace folder. */
function locate(around: Surroundings, command: string): string {
  if (!/[/\\]/.test(command)) {
    return findOnPath(around, command) ?? command;
  }
  return flavour(around).resolve(around.folders[0] ?? around.home, command);
}

/** Relative entries of PATH are passed over: what they name depends on where one stands. */
function findOnPath(around: Surroundings, name: string): string | undefined {
  const paths = flavour(around);
  const fileName = around.platform === "win32" && !name.toLowerCase().endsWith(".exe") ? `${name}.exe` : name;
  return around.searchPath
    .split(paths.delimiter)
    .filter((folder) => paths.isAbsolute(folder))
    .map((folder) => paths.join(folder, fileName))
    .find((file) => around.isFile(file) && isAllowed(around, { command: file, args: [], source: "path" }));
}

function flavour(around: Surroundings): path.PlatformPath {
  return around.platform === "win32" ? path.win32 : path.posix;
}
