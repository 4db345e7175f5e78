import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSize, sizeProblem } from "../src/sizes";

test("positive whole numbers are sizes", () => {
  assert.equal(parseSize("1"), 1);
  assert.equal(parseSize(" 128 "), 128);
  assert.equal(parseSize("1_048_576"), 1048576);
  assert.equal(sizeProblem("128"), undefined);
});

test("anything else is not, and the box says so", () => {
  for (const text of ["", "0", "-4", "1.5", "1e3", "n", "0x10", "1__0", "_1", "99999999999999999999"]) {
    assert.equal(parseSize(text), undefined, text);
    assert.match(sizeProblem(text) ?? "", /whole number/, text);
  }
});
