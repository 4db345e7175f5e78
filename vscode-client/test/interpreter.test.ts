import assert from "node:assert/strict";
import { test } from "node:test";
import { type Surroundings, chooseInterpreter, sameInterpreter } from "../src/interpreter";

function around(files: readonly string[], changes: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: [],
    pythonExtension: undefined,
    folders: ["/work"],
    trusted: true,
    searchPath: "/usr/bin",
    variables: {},
    home: "/home/ada",
    platform: "linux",
    isFile: (path) => files.includes(path),
    ...changes,
  };
}

const EVERYWHERE = ["/work/.venv/bin/python3", "/usr/bin/python3"];

function chosen(files: readonly string[], changes: Partial<Surroundings> = {}): string | undefined {
  return chooseInterpreter(around(files, changes))?.command;
}

test("the setting comes first, with its arguments", () => {
  const choice = chooseInterpreter(
    around(EVERYWHERE, { setting: ["/opt/python", "-X", "dev"], pythonExtension: "/conda/bin/python" }),
  );
  assert.deepEqual(choice, { command: "/opt/python", args: ["-X", "dev"], source: "setting" });
});

test("then the Python extension, the workspace's .venv, and PATH", () => {
  const extension = "/conda/bin/python";
  assert.equal(chosen(EVERYWHERE, { pythonExtension: extension }), extension);
  assert.equal(chosen(EVERYWHERE), "/work/.venv/bin/python3");
  assert.equal(chosen(["/usr/bin/python3"]), "/usr/bin/python3");
  assert.equal(chosen([]), undefined);
});

test("python3 on PATH comes before python, wherever they stand", () => {
  const searchPath = "/a:/b";
  assert.equal(chosen(["/a/python", "/b/python3"], { searchPath }), "/b/python3");
  assert.equal(chosen(["/a/python"], { searchPath }), "/a/python");
});

test("the .venv of a later folder is found", () => {
  assert.equal(chosen(["/two/.venv/bin/python"], { folders: ["/one", "/two"] }), "/two/.venv/bin/python");
});

test("variables in the setting are expanded", () => {
  const expansions: [string, string][] = [
    ["~/py", "/home/ada/py"],
    ["${userHome}/py", "/home/ada/py"],
    ["${workspaceFolder}/py", "/work/py"],
    ["${env:VENV}/py", "/venv/py"],
    ["tools/py", "/work/tools/py"],
  ];
  for (const [setting, path] of expansions) {
    assert.equal(chosen([], { setting: [setting], variables: { VENV: "/venv" } }), path);
  }
});

test("a bare name in the setting is looked up on PATH, and kept when it is not there", () => {
  assert.equal(chosen(["/usr/bin/pypy3"], { setting: ["pypy3"] }), "/usr/bin/pypy3");
  assert.equal(chosen([], { setting: ["pypy3"] }), "pypy3");
});

test("an untrusted workspace does not bring its own interpreter", () => {
  const files = [...EVERYWHERE, "/work/bin/python3"];
  const untrusted = { trusted: false, searchPath: "/work/bin:/usr/bin" };
  assert.equal(chosen(files, untrusted), "/usr/bin/python3");
  assert.equal(chosen(files, { ...untrusted, pythonExtension: "/work/.venv/bin/python3" }), "/usr/bin/python3");
  assert.equal(chosen(files, { ...untrusted, setting: ["${workspaceFolder}/.venv/bin/python3"] }), "/usr/bin/python3");
  assert.equal(chosen(files, { ...untrusted, pythonExtension: "/conda/bin/python" }), "/conda/bin/python");
});

test("a folder whose name begins like the workspace's is not inside it", () => {
  const changes = { trusted: false, pythonExtension: "/workshop/bin/python" };
  assert.equal(chosen([], changes), "/workshop/bin/python");
});

test("relative entries of PATH are passed over", () => {
  assert.equal(chosen(["bin/python3", "/usr/bin/python3"], { searchPath: "bin::/usr/bin" }), "/usr/bin/python3");
});

test("Windows has other separators and names", () => {
  const windows = { platform: "win32" as const, folders: ["C:\\w"], searchPath: "C:\\one;C:\\two" };
  assert.equal(chosen(["C:\\w\\.venv\\Scripts\\python.exe"], windows), "C:\\w\\.venv\\Scripts\\python.exe");
  assert.equal(chosen(["C:\\two\\python.exe"], windows), "C:\\two\\python.exe");
});

test("interpreters are the same when command and arguments are", () => {
  const python = { command: "/p", args: ["-X", "dev"], source: "path" as const };
  assert.ok(sameInterpreter(python, { ...python, source: "setting" }));
  assert.ok(!sameInterpreter(python, { ...python, args: [] }));
  assert.ok(!sameInterpreter(python, undefined));
  assert.ok(sameInterpreter(undefined, undefined));
});
