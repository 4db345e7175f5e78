import assert from "node:assert/strict";
import { test } from "node:test";
import { formatReport } from "../src/report";

const AT = new Date(2025, 0, 2, 9, 5, 7);

test("a report has a ruled heading with its time, then its text", () => {
  const lines = formatReport({ ok: true, title: "matmul: 1.2 ms", text: "time  1.2 ms\n  C  (128, 128)" }, AT).split("\n");
  assert.match(lines[0] ?? "", /^✓ matmul: 1\.2 ms · 09:05:07 ─+$/);
  assert.equal(lines[0]?.length, 78);
  assert.deepEqual(lines.slice(1), ["time  1.2 ms", "  C  (128, 128)", ""]);
});

test("a failure is marked", () => {
  assert.match(formatReport({ ok: false, title: "does not build", text: "" }, AT), /^✗ does not build/);
});

test("blank lines around the text go, indentation of its first line stays", () => {
  assert.equal(formatReport({ ok: true, title: "t", text: "\n \n  a\n\nb\n\n" }, AT).split("\n").slice(1).join("\n"), "  a\n\nb\n");
});
