import assert from "node:assert/strict";
import { test } from "node:test";
import { codeArgument, diagnosticCodes } from "../src/diagnosticCode";

test("codes of Tilewright's diagnostics, in every shape, each once", () => {
  const diagnostics = [
    { source: "tilewright", code: "TW101" },
    { source: "Tilewright", code: { value: "TW102", target: "https://example.org" } },
    { source: "tilewright", code: "TW101" },
    { source: "tilewright", code: 7 },
    { source: "tilewright" },
    { source: "Pylance", code: "reportMissingImports" },
    { code: "TW103" },
  ];
  assert.deepEqual(diagnosticCodes(diagnostics), ["TW101", "TW102", "7"]);
});

test("the command takes a bare code or an object", () => {
  assert.equal(codeArgument("TW101"), "TW101");
  assert.equal(codeArgument({ code: "TW101" }), "TW101");
  assert.equal(codeArgument(undefined), undefined);
  assert.equal(codeArgument({ code: 3 }), undefined);
});
