import assert from "node:assert/strict";
import { test } from "node:test";
import type { Probe } from "../src/probe";
import { type UnfitText, unfitText } from "../src/unfitText";

function textFor(probe: Exclude<Probe, { kind: "ready" }>): UnfitText {
  return unfitText({ kind: "unfit", interpreter: { command: "/p/python", args: [], source: "venv" }, probe });
}

test("a missing server can be installed; the message names the interpreter and where it came from", () => {
  const { message, cure } = textFor({ kind: "missing", python: "3.12.1", managed: false });
  assert.equal(cure, "install");
  assert.match(message, /\/p\/python.*\.venv/);
});

test("where the system manages the packages, a .venv helps", () => {
  const { message, cure } = textFor({ kind: "missing", python: "3.12.1", managed: true });
  assert.equal(cure, "venv");
  assert.match(message, /whose packages the system manages/);
});

test("installing does not cure an old or a broken Python", () => {
  const old = textFor({ kind: "tooOld", python: "3.8.1" });
  assert.match(old.message, /3\.10 or later.*3\.8\.1/);
  assert.equal(old.cure, "none");
  assert.equal(textFor({ kind: "unusable", reason: "ENOENT" }).cure, "none");
  assert.equal(unfitText({ kind: "noInterpreter" }).cure, "none");
});

test("the reason of a failed import is told", () => {
  assert.match(textFor({ kind: "broken", python: "3.12.1", reason: "No module named 'pygls'" }).message, /pygls/);
});
