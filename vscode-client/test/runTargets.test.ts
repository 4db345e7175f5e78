import assert from "node:assert/strict";
import { test } from "node:test";
import { runTargets } from "../src/runTargets";

const MATMUL = { uri: "file:///a.py", name: "matmul" };
const MAIN = { uri: "file:///a.py", name: "Module.main" };

function command(target: unknown, id = "tilewright.buildAndRun") {
  return { title: "▶ Build and run", command: id, arguments: [target] };
}

test("commands, and actions and lenses that hold one, offer their function", () => {
  assert.deepEqual(runTargets([command(MATMUL), { title: "run", command: command(MAIN) }]), [MATMUL, MAIN]);
});

test("a function offered twice counts once", () => {
  assert.deepEqual(runTargets([command(MATMUL), { range: {}, command: command(MATMUL) }]), [MATMUL]);
});

test("other commands, and commands without a function, offer none", () => {
  const others = [command(MATMUL, "other.command"), command("matmul"), { title: "fix", edit: {} }, { range: {} }, null];
  assert.deepEqual(runTargets(others), []);
});
