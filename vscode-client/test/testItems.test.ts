import assert from "node:assert/strict";
import { test } from "node:test";
import { testTargets, verdict } from "../src/testItems";

const lens = (line: number, name: string, given?: unknown, command = "tilewright.buildAndRun") => ({
  range: { start: { line, character: 0 } },
  command: { title: "", command, arguments: [{ uri: "file:///a.py", name, given }] },
});

test("each function of the lenses is one test, at the line of its lens", () => {
  const lenses = [lens(3, "f"), lens(3, "f"), lens(9, "Module.g"), lens(12, "f", { make: { n: 16 } }), lens(20, "h", undefined, "other")];
  assert.deepEqual(
    testTargets(lenses).map(({ name, line }) => [name, line]),
    [
      ["f", 3],
      ["Module.g", 9],
    ],
  );
});

test("a report passes a test when it compared and found no difference", () => {
  const compared = "time     1 µs\ncompared equal to the interpreter, largest difference 0";
  assert.equal(verdict({ ok: true, title: "f", text: compared }), "passed");
  assert.equal(verdict({ ok: true, title: "f", text: "time     1 µs" }), "skipped");
  assert.equal(verdict({ ok: false, title: "f: C differs", text: compared }), "failed");
});
