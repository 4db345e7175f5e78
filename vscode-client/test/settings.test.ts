import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DEFAULTS, mergeSettings } from "../src/settings";

const MANIFEST = join(__dirname, "../../../package.json");

interface Manifest {
  contributes: { configuration: { properties: Record<string, { default: unknown; markdownDescription?: string }> } };
}

const PROPERTIES = (JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest).contributes.configuration.properties;

test("nothing set gives the defaults", () => {
  assert.deepEqual(mergeSettings({}), DEFAULTS);
  assert.deepEqual(mergeSettings(undefined), DEFAULTS);
});

test("the defaults are those of the manifest, and each setting is documented", () => {
  const leaves = new Map<string, unknown>();
  collect("tilewright", DEFAULTS, leaves);
  assert.deepEqual(new Set(leaves.keys()), new Set(Object.keys(PROPERTIES)));
  for (const [key, property] of Object.entries(PROPERTIES)) {
    assert.deepEqual(property.default, leaves.get(key), key);
    assert.ok(property.markdownDescription, key);
  }
});

function collect(key: string, value: unknown, into: Map<string, unknown>): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) {
      collect(`${key}.${name}`, inner, into);
    }
  } else {
    into.set(key, value);
  }
}

test("what is set is kept, the rest is filled in", () => {
  const merged = mergeSettings({ run: { seed: 7, timeout: 0.5 }, diagnostics: { mode: "onSave" }, codeLens: { enabled: false }, inlayHints: { enabled: false, regions: true } });
  assert.deepEqual(merged.run, { ...DEFAULTS.run, seed: 7, timeout: 0.5 });
  assert.equal(mergeSettings({ run: { symbolicSize: 64 } }).run.symbolicSize, 64);
  assert.deepEqual(merged.diagnostics, { mode: "onSave", scope: "openFiles", debounce: 50, timeout: 5, exact: false });
  assert.deepEqual(merged.codeLens, { enabled: false });
  assert.deepEqual(merged.inlayHints, { enabled: false, domains: false, regions: true });
});

test("an interpreter is a path or a list of words", () => {
  assert.deepEqual(mergeSettings({ interpreter: "/my tools/python" }).interpreter, ["/my tools/python"]);
  assert.deepEqual(mergeSettings({ interpreter: ["python", "-X", "dev"] }).interpreter, ["python", "-X", "dev"]);
  assert.deepEqual(mergeSettings({ interpreter: " " }).interpreter, []);
});

test("values of wrong types count as not set", () => {
  const wrong = {
    interpreter: 3,
    serverArguments: [1, "--verbose", null],
    trace: "verbose",
    diagnostics: { mode: "sometimes", scope: 1, debounce: -1, timeout: 0 },
    run: { timeout: 0, seed: 1.5, symbolicSize: 0, repeat: "10" },
    codeLens: { enabled: "yes" },
    inlayHints: { enabled: 1, domains: "yes" },
  };
  assert.deepEqual(mergeSettings(wrong), { ...DEFAULTS, serverArguments: ["--verbose"] });
});
