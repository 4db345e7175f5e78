import assert from "node:assert/strict";
import { test } from "node:test";
import { endProcess, isRunning, launch } from "../src/serverProcess";

const NODE = process.execPath;
const FOREVER = ["-e", "setInterval(() => {}, 1000)"];

test("a process that ends tells how", async () => {
  const how = await new Promise<string>((resolve, reject) => {
    launch({ command: NODE, args: ["-e", "process.exit(3)"], cwd: "." }, resolve).catch(reject);
  });
  assert.equal(how, "exit code 3");
});

test("a command that cannot be started is an error", async () => {
  await assert.rejects(launch({ command: "/no/such/python", args: [], cwd: "." }, () => undefined), /ENOENT/);
});

test("a process that does not end by itself is killed after its grace", async () => {
  const ends: string[] = [];
  const child = await launch({ command: NODE, args: FOREVER, cwd: "." }, (how) => ends.push(how));
  assert.ok(isRunning(child));
  await endProcess(child, 50);
  assert.ok(!isRunning(child));
  assert.deepEqual(ends, ["signal SIGKILL"]);
  await endProcess(child, 50);
});
