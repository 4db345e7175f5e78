import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { checkArguments } from "../src/checkArguments";

const FOLDER = resolve("/w/project");

test("the task checks the whole folder, by its absolute path", () => {
  assert.deepEqual(checkArguments({ task: "check" }, FOLDER), ["-m", "tilewright", "check", FOLDER]);
});

test("paths start at the folder, arguments stand before them", () => {
  const args = checkArguments({ task: "check", paths: ["kernels", resolve("/other/a.py")], arguments: ["--strict"] }, FOLDER);
  const paths = [resolve(FOLDER, "kernels"), resolve("/other/a.py")];
  assert.deepEqual(args, ["-m", "tilewright", "check", "--strict", ...paths]);
});

test("values of wrong types are passed over, and other tasks are none of ours", () => {
  assert.deepEqual(checkArguments({ task: "check", paths: "a.py", arguments: [1] }, FOLDER)?.slice(3), [FOLDER]);
  assert.equal(checkArguments({ task: "fix" }, FOLDER), undefined);
});
