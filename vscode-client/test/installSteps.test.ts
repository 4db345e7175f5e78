import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { installStep, venvPython, venvStep } from "../src/installSteps";

const PY = { command: "py", args: ["-3.12"], source: "setting" } as const;

test("pip runs in the interpreter, with its own arguments first", () => {
  assert.deepEqual(installStep(PY, "/w/a b.whl"), { command: "py", args: ["-3.12", "-m", "pip", "install", "/w/a b.whl"] });
});

test("the .venv is made in the folder, and its interpreter lies where the platform has it", () => {
  assert.deepEqual(venvStep(PY, "/w"), { command: "py", args: ["-3.12", "-m", "venv", join("/w", ".venv")] });
  assert.equal(venvPython("/w", "linux"), "/w/.venv/bin/python");
  assert.equal(venvPython("C:\\w", "win32"), "C:\\w\\.venv\\Scripts\\python.exe");
});
