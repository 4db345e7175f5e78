import assert from "node:assert/strict";
import { test } from "node:test";
import type { Probe } from "../src/probe";
import { type UnfitText, unfitText } from "../src/unfitText";

function textFor(probe: Exclude<Probe, { kind: "ready" }>): UnfitText {
  return unfitText({ kind: "unfit", interpreter: { command: "/p/python", args: [], source: "venv" }, probe });
}

test("a missing server can be installed; the message names the interpreter and where it came from", () => {
  const { message, canInstall } = textFor({ kind: "missing", python: "3.12.1" });
  assert.ok(canInstall);
  assert.match(message, /\/p\/python.*\.venv/);
});

test("installing does not cure an old or a broken Python", () => {
  const old = textFor({ kind: "tooOld", python: "3.8.1" });
  assert.match(old.message, /3\.10 or later.*3\.8\.1/);
  assert.ok(!old.canInstall);
  assert.ok(!textFor({ kind: "unusable", reason: "ENOENT" }).canInstall);
  assert.ok(!unfitText({ kind: "noInterpreter" }).canInstall);
});

test("the reason of a failed import is told", () => {
  assert.match(textFor({ kind: "broken", python: "3.12.1", reason: "No module named 'pygls'" }).message, /pygls/);
});
