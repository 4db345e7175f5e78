// The life of the server with VS Code, the client and the machine played by stand-ins.

import assert from "node:assert/strict";
import Module from "node:module";
import { afterEach, test } from "node:test";
import type { Surroundings } from "../src/interpreter";
import type { Probe } from "../src/probe";
import type { Server as ServerClass } from "../src/server";

const VENV = "/envs/one/bin/python";
const ON_PATH = "/usr/bin/python3";

/** What the machine is like, and what happened. */
const scene = { setting: [VENV], pathFits: false, log: [] as string[] };

class EventEmitter {
  readonly event = () => undefined;
  fire() {
    return undefined;
  }
  dispose() {
    return undefined;
  }
}

class Client {
  private running = false;
  onDidChangeState() {
    return undefined;
  }
  isRunning() {
    return this.running;
  }
  start() {
    this.running = true;
    return Promise.resolve();
  }
  stop() {
    this.running = false;
    scene.log.push("stop");
    return Promise.resolve();
  }
}

function around(): Surroundings {
  return {
    setting: scene.setting,
    pythonExtension: undefined,
    folders: ["/work"],
    trusted: true,
    searchPath: "/usr/bin",
    variables: {},
    home: "/home/ada",
    platform: "linux",
    isFile: (path) => path === ON_PATH,
  };
}

function probe(command: string): Promise<Probe> {
  const fits = command === VENV || scene.pathFits;
  scene.log.push(`probe ${command}`);
  return Promise.resolve(
    fits ? { kind: "ready", python: "3.11", tilewright: "1" } : { kind: "missing", python: "3.11", managed: false },
  );
}

const STAND_INS: Record<string, unknown> = {
  vscode: { EventEmitter },
  "vscode-languageclient/node": { State: {} },
  "./client": { createClient: () => new Client(), sendSettings: () => Promise.resolve() },
  "./configuration": { currentSettings: () => ({ serverArguments: [] }) },
  "./probe": { probe },
  "./serverProcess": {},
  "./surroundings": { readSurroundings: () => Promise.resolve(around()) },
};

type Load = (request: string, ...rest: unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
loader._load = (request, ...rest) => STAND_INS[request] ?? load(request, ...rest);
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { Server } = require("../src/server") as { Server: typeof ServerClass };
loader._load = load;

async function started(): Promise<ServerClass> {
  const channels = { output: { appendLine: () => undefined }, trace: {} };
  const server = new Server(channels as never, { fsPath: "/" } as never);
  await server.restart();
  assert.ok(server.running);
  scene.log.length = 0;
  return server;
}

afterEach(() => {
  Object.assign(scene, { setting: [VENV], pathFits: false, log: [] });
});

test("a server that runs is not ended for a Python on PATH that cannot run it", async () => {
  const server = await started();
  scene.setting = [];
  await server.reconsider();
  assert.ok(server.running);
  assert.equal((await server.interpreter())?.command, VENV);
  assert.deepEqual(scene.log, [`probe ${ON_PATH}`]);
});

test("it is for one that can, and for any that the setting names", async () => {
  const server = await started();
  Object.assign(scene, { setting: [], pathFits: true });
  await server.reconsider();
  assert.equal((await server.interpreter())?.command, ON_PATH);
  Object.assign(scene, { setting: ["/nowhere/python"], pathFits: false });
  await server.reconsider();
  assert.equal(server.running, undefined);
  assert.equal((await server.interpreter())?.command, "/nowhere/python");
});

test("an explicit restart takes what is chosen now", async () => {
  const server = await started();
  scene.setting = [];
  await server.restart();
  assert.equal(server.running, undefined);
});
