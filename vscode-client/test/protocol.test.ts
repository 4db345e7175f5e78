import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CLIENT_COMMANDS, SERVER_COMMANDS, isFunctionReference, registrableCommands } from "../src/protocol";

const MANIFEST = join(__dirname, "../../../package.json");

interface Manifest {
  contributes: { commands: { command: string }[] };
}

test("the manifest declares the client's commands and none of the server's", () => {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest;
  const declared = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(declared.sort(), Object.values(CLIENT_COMMANDS).sort());
});

test("the language client registers the server's commands but never ours", () => {
  const advertised = [SERVER_COMMANDS.buildAndRun, CLIENT_COMMANDS.buildAndRun, "tilewright.server.other"];
  assert.deepEqual(registrableCommands(advertised), [SERVER_COMMANDS.buildAndRun, "tilewright.server.other"]);
});

test("a function reference has a uri and a name", () => {
  assert.ok(isFunctionReference({ uri: "file:///a.py", name: "Module.main", version: 3 }));
  for (const other of [undefined, null, "file:///a.py", {}, { uri: "file:///a.py" }, { uri: 1, name: "f" }]) {
    assert.ok(!isFunctionReference(other));
  }
});
