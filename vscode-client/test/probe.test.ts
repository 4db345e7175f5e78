import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Probe, probe, readAnswer } from "../src/probe";

const PYTHON = process.platform === "win32" ? "python" : "python3";

/** Asks a Python that sees only its standard library and, with `source`, a server made of it. */
async function probeWith(t: TestContext, source?: string): Promise<Probe> {
  const cwd = temporaryFolder(t);
  if (source !== undefined) {
    writeFileSync(join(cwd, "tilewright_server.py"), source);
  }
  return await probe(PYTHON, ["-E", "-S"], { cwd, timeout: 20_000 });
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "tilewright-probe-"));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test("a server that can be imported is ready", async (t) => {
  const answer = await probeWith(t, "print('hello from a start-up file')");
  assert.equal(answer.kind, "ready");
  assert.match(answer.python, /^3\.\d+/);
});

test("an environment without the server is told from one where it is broken", async (t) => {
  assert.equal((await probeWith(t)).kind, "missing");
  const incomplete = await probeWith(t, "import no_such_module");
  assert.ok(incomplete.kind === "broken" && incomplete.reason.includes("no_such_module"));
  const failing = await probeWith(t, "raise RuntimeError('no luck')");
  assert.ok(failing.kind === "broken" && failing.reason.includes("no luck"));
});

test("packages that the system manages are told from those of a virtual environment", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "EXTERNALLY-MANAGED"), "");
  writeFileSync(join(folder, "sysconfig.py"), "import os\ndef get_path(name): return os.path.dirname(__file__)\n");
  const ask = async (prefix: string) => {
    writeFileSync(join(folder, "platform.py"), `import sys\nsys.prefix = ${prefix}\ndef python_version(): return "3.12.1"\n`);
    return await probe(PYTHON, ["-E", "-S"], { cwd: folder, timeout: 20_000 });
  };
  assert.deepEqual(await ask("sys.base_prefix"), { kind: "missing", python: "3.12.1", managed: true });
  assert.deepEqual(await ask("'/somewhere/.venv'"), { kind: "missing", python: "3.12.1", managed: false });
});

test("an interpreter that does not exist is unusable", async (t) => {
  const answer = await probe("/no/such/python", [], { cwd: temporaryFolder(t), timeout: 5_000 });
  assert.ok(answer.kind === "unusable" && answer.reason.includes("ENOENT"));
});

test("an interpreter that does not answer in time is unusable", async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, "sleep.js"), "setTimeout(() => {}, 60000)");
  const answer = await probe(process.execPath, ["sleep.js"], { cwd, timeout: 300 });
  assert.deepEqual(answer, { kind: "unusable", reason: "did not answer within 0.3 s" });
});

test("an answer that is not ours is unusable", () => {
  for (const output of ["", "hello", "{}", "null", "[1]"]) {
    assert.equal(readAnswer(output).kind, "unusable", output);
  }
});
