import assert from "node:assert/strict";
import { test } from "node:test";
import { statusText } from "../src/statusText";

test("a running server shows its version, Python and interpreter", () => {
  const { tooltip, isError } = statusText({ kind: "ready", server: "0.1.0", python: "3.11.2", interpreter: "/p/python" });
  assert.equal(tooltip, "Tilewright 0.1.0 on Python 3.11.2\n/p/python");
  assert.ok(!isError);
});

test("an error is marked and says why", () => {
  const { text, tooltip, isError } = statusText({ kind: "error", reason: "it broke" });
  assert.match(text, /\$\(error\)/);
  assert.match(tooltip, /it broke/);
  assert.ok(isError);
});

test("each state looks different", () => {
  const ready = { kind: "ready", server: "1", python: "3", interpreter: "p" } as const;
  const states = [{ kind: "starting" }, ready, { kind: "stopped" }, { kind: "error", reason: "" }] as const;
  assert.equal(new Set(states.map((state) => statusText(state).text)).size, states.length);
});
