// An interpreter that lacks the server and whose packages the system manages (PEP 668): the status says so, and the offer leads to a server in a `.venv`.

import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { Editor } from "./editor.mjs";
import { EXTENSION, PYTHON, ROOT } from "./places.mjs";
import { stepsOf } from "./steps.mjs";
import { Workbench, eventually } from "./workbench.mjs";

/** A Python that answers the probe as one of the system does, and is otherwise the real one. */
const MANAGED = `#!/bin/sh
case "$*" in
  *tilewright_server*) echo '{"kind": "missing", "python": "3.12.1", "managed": true}' ;;
  *) exec "${PYTHON}" "$@" ;;
esac
`;

/** pip fetches what the wheel needs. */
const INSTALLATION = 900_000;

let editor, folder, window;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "managed-"));
  const python = path.join(folder, "system-python");
  await writeFile(python, MANAGED);
  await chmod(python, 0o755);
  await cp(path.join(ROOT, "examples/matmul.py"), path.join(folder, "matmul.py"));
  // A setting of the user would be dropped when the terminal of the installation opens.
  await mkdir(path.join(folder, ".vscode"));
  await writeFile(path.join(folder, ".vscode/settings.json"), JSON.stringify({ "tilewright.interpreter": [python] }));
  editor = await Editor.start(EXTENSION, { "security.workspace.trust.enabled": false });
  window = new Workbench(await editor.open(folder));
});

after(async () => {
  await editor?.close();
  await rm(folder, { recursive: true, force: true });
});

const step = stepsOf(() => window);

step("the status says that the server does not run, and why", async () => {
  await window.open("matmul.py");
  await window.status.locator(".codicon-error").waitFor();
  await window.notification("whose packages the system manages").waitFor();
});

step("the offer makes a .venv, installs the wheel there, and the server runs", async () => {
  const offer = window.notification("whose packages the system manages");
  await offer.getByRole("button", { name: "Install tilewright into a .venv of the workspace" }).click();
  await window.status.locator(".codicon-check").waitFor({ timeout: INSTALLATION });
  await window.runLens.waitFor();
});

step("the menu of the status shows which server that is", async () => {
  await window.status.click();
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "Show server version" }).click();
  const python = path.join(folder, ".venv/bin/python");
  await eventually(async () => (await window.notification("Tilewright").allInnerTexts()).some((text) => text.includes(python)), "the .venv");
});
