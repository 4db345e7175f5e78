// What is offered when an interpreter cannot run the server, and what then runs, with VS Code played by a stand-in.

import assert from "node:assert/strict";
import Module from "node:module";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import type { Installer as InstallerClass } from "../src/install";
import type { Interpreter } from "../src/interpreter";
import type { Probe } from "../src/probe";
import type { Unfit } from "../src/unfitText";

const PYTHON: Interpreter = { command: "/usr/bin/python3", args: [], source: "path" };
const WHEEL = "/extension/wheel/tilewright-0.1.0-py3-none-any.whl";
const INTO_ENVIRONMENT = "Install tilewright into this environment";
const INTO_VENV = "Install tilewright into a .venv of the workspace";
const CHOOSE = "Choose interpreter";

/** What the user answers, what the machine is like, and what happened. */
const scene = {
  answer: undefined as string | undefined,
  trusted: true,
  folders: ["/work"],
  hasVenv: false,
  exitCodes: [] as number[],
  shown: [] as string[],
  ran: [] as string[],
  log: [] as string[],
};

interface Run {
  readonly command: string;
  readonly args: readonly string[];
}

type Ended = (end: { execution: unknown; exitCode: number }) => void;
let tellEnd: Ended = () => undefined;
let tellWhileInstalling: () => void = () => undefined;

class ProcessExecution implements Run {
  constructor(
    readonly command: string,
    readonly args: readonly string[],
  ) {}
}

class Task {
  constructor(
    _definition: unknown,
    _scope: unknown,
    _name: string,
    _source: string,
    readonly run: Run,
  ) {}
}

const STAND_INS: Record<string, unknown> = {
  vscode: {
    ProcessExecution,
    Task,
    TaskRevealKind: {},
    TaskScope: {},
    Uri: { joinPath: (base: { fsPath: string }, ...parts: string[]) => ({ fsPath: [base.fsPath, ...parts].join("/") }) },
    commands: {
      executeCommand: (command: string) => {
        scene.log.push(command);
        return Promise.resolve();
      },
    },
    tasks: {
      executeTask: (task: Task) => {
        scene.ran.push([task.run.command, ...task.run.args].join(" "));
        tellWhileInstalling();
        const execution = {};
        setImmediate(() => {
          tellEnd({ execution, exitCode: scene.exitCodes.shift() ?? 0 });
        });
        return Promise.resolve(execution);
      },
      onDidEndTaskProcess: (listener: Ended) => {
        tellEnd = listener;
        return { dispose: () => undefined };
      },
    },
    window: {
      showWarningMessage: (...words: string[]) => {
        scene.shown.push(...words);
        return Promise.resolve(scene.answer);
      },
      showInformationMessage: (message: string) => {
        scene.shown.push(message);
        return Promise.resolve(undefined);
      },
    },
    workspace: {
      get isTrusted() {
        return scene.trusted;
      },
      get workspaceFolders() {
        return scene.folders.map((fsPath) => ({ uri: { scheme: "file", fsPath } }));
      },
    },
  },
  "./surroundings": {
    readSurroundings: () =>
      Promise.resolve({ platform: "linux", isFile: (path: string) => scene.hasVenv && path === "/work/.venv/bin/python" }),
  },
  "./selectInterpreter": {
    useInterpreter: (command: string) => {
      scene.log.push(`use ${command}`);
      return Promise.resolve();
    },
  },
};

type Load = (request: string, ...rest: unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
loader._load = (request, ...rest) => STAND_INS[request] ?? load(request, ...rest);
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { Installer } = require("../src/install") as { Installer: typeof InstallerClass };
loader._load = load;

/** Tells the installer of an interpreter, and waits until it has done all that follows. */
async function told(probe: Exclude<Probe, { kind: "ready" }>, interpreter: Interpreter = PYTHON): Promise<InstallerClass> {
  let tell: (unfit: Unfit) => void = () => undefined;
  const server = {
    state: { kind: "error", reason: "" },
    onUnfit: (listener: typeof tell) => {
      tell = listener;
      return { dispose: () => undefined };
    },
    restart: () => {
      scene.log.push("restart");
      return Promise.resolve();
    },
  };
  const own = { packageJSON: { version: "0.1.0" }, extensionUri: { fsPath: "/extension" } };
  const installer = new Installer(server as never, own as never);
  const unfit: Unfit = { kind: "unfit", interpreter, probe };
  tellWhileInstalling = () => {
    tell({ kind: "unfit", interpreter: { ...interpreter, command: "/other/python" }, probe });
  };
  tell(unfit);
  tell(unfit);
  for (let turn = 0; turn < 20; turn++) {
    await new Promise(setImmediate);
  }
  return installer;
}

afterEach(() => {
  const fresh = { answer: undefined, trusted: true, folders: ["/work"], hasVenv: false, exitCodes: [], shown: [], ran: [], log: [] };
  Object.assign(scene, fresh);
});

const MISSING = { kind: "missing", python: "3.12.1", managed: false } as const;
const MANAGED = { kind: "missing", python: "3.12.1", managed: true } as const;

test("the wheel is offered once, and installed into the environment", async () => {
  scene.answer = INTO_ENVIRONMENT;
  await told(MISSING);
  assert.deepEqual(scene.shown.slice(1), [INTO_ENVIRONMENT, CHOOSE]);
  assert.deepEqual(scene.ran, [`/usr/bin/python3 -m pip install ${WHEEL}`]);
  assert.deepEqual(scene.log, ["restart"]);
});

test("where the system manages the packages, a .venv is made and the wheel installed there", async () => {
  scene.answer = INTO_VENV;
  await told(MANAGED);
  assert.match(scene.shown[0] ?? "", /whose packages the system manages/);
  assert.deepEqual(scene.shown.slice(1), [INTO_VENV, CHOOSE]);
  assert.deepEqual(scene.ran, [
    `/usr/bin/python3 -m venv ${join("/work", ".venv")}`,
    `/work/.venv/bin/python -m pip install ${WHEEL}`,
  ]);
  assert.deepEqual(scene.log, ["restart"]);
});

test("a .venv that is there is used as it is, and named in the settings where they name the other", async () => {
  Object.assign(scene, { answer: INTO_VENV, hasVenv: true });
  await told(MANAGED, { ...PYTHON, source: "setting" });
  assert.deepEqual(scene.ran, [`/work/.venv/bin/python -m pip install ${WHEEL}`]);
  assert.deepEqual(scene.log, ["use /work/.venv/bin/python"]);
});

test("nothing follows a step that fails", async () => {
  Object.assign(scene, { answer: INTO_VENV, exitCodes: [1] });
  await told(MANAGED);
  assert.equal(scene.ran.length, 1);
  assert.deepEqual(scene.log, []);
});

test("no .venv is offered without a folder that is trusted, and nothing where installing does not help", async () => {
  scene.trusted = false;
  await told(MANAGED);
  assert.deepEqual(scene.shown.slice(1), [CHOOSE]);
  Object.assign(scene, { trusted: true, folders: [], shown: [] });
  await told(MANAGED);
  assert.deepEqual(scene.shown.slice(1), [CHOOSE]);
  Object.assign(scene, { folders: ["/work"], shown: [], answer: CHOOSE });
  await told({ kind: "tooOld", python: "3.8.1" });
  assert.deepEqual(scene.shown.slice(1), [CHOOSE]);
  assert.deepEqual(scene.log, ["tilewright.selectInterpreter"]);
});

test("the command makes the offer again", async () => {
  const installer = await told(MANAGED);
  scene.shown = [];
  await installer.install();
  assert.deepEqual(scene.shown.slice(1), [INTO_VENV, CHOOSE]);
});
