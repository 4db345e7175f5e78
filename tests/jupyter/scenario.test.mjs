// JupyterLab with jupyterlab-lsp and the settings of the manual: mistakes and hover in a file and in a notebook, whose cells are one program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { launch } from "../vscode/browser.mjs";
import { PYTHON, ROOT } from "../vscode/places.mjs";
import { stepsOf } from "../vscode/steps.mjs";

const PATIENCE = 60_000;

const IMPORT = "from tvm.script import tir as T\n";
const KERNEL = `@T.prim_func
def kernel(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i + 9]
`;
const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: "python3", display_name: "Python 3", language: "python" } },
  cells: [IMPORT, KERNEL].map((source, at) => ({ id: `cell-${at}`, cell_type: "code", metadata: {}, outputs: [], execution_count: null, source })),
};

let folder, server, address, browser, page;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "jupyter-"));
  const manual = await readFile(path.join(ROOT, "docs/editors.md"), "utf8");
  const [, settings] = /## JupyterLab\n[^]*?```json\n([^]*?)```/.exec(manual);
  const home = path.join(folder, "home");
  const work = path.join(folder, "work");
  await mkdir(home);
  await mkdir(work);
  await writeFile(path.join(home, "jupyter_server_config.json"), settings);
  await writeFile(path.join(work, "kernel.py"), `${IMPORT}\n\n${KERNEL}`);
  await writeFile(path.join(work, "kernel.ipynb"), JSON.stringify(NOTEBOOK));
  const environment = { ...process.env, HOME: home, JUPYTER_CONFIG_DIR: home, PATH: `${path.dirname(PYTHON)}:${process.env.PATH}` };
  const options = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--IdentityProvider.token=", `--ServerApp.root_dir=${work}`];
  server = spawn(path.join(process.env.JUPYTER, "bin/jupyter"), ["lab", ...options], { env: environment, detached: true });
  address = await new Promise((resolve, reject) => {
    let log = "";
    server.stderr.on("data", (text) => {
      const found = /(http:\/\/127\.0\.0\.1:\d+)\/lab/.exec((log += text));
      if (found) resolve(found[1]);
    });
    server.once("exit", (code) => reject(new Error(`JupyterLab ended with ${code}:\n${log}`)));
  });
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
});

after(async () => {
  await browser?.close();
  if (server?.exitCode === null) {
    const gone = new Promise((resolve) => server.once("exit", resolve));
    process.kill(-server.pid, "SIGKILL");
    await gone;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const step = stepsOf(() => ({ page }));

/** Opens a file alone. */
async function open(name) {
  await page.goto(`${address}/lab/tree/${name}?reset`);
}

/** The text of the tooltip over the first word like this; it comes while Ctrl is held. */
async function hover(word) {
  const place = page.locator(".cm-line").getByText(word, { exact: true }).first();
  const { x, y, width, height } = await place.boundingBox();
  const tooltip = page.locator(".lsp-tooltip").first();
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    await page.mouse.move(5, 5);
    await page.keyboard.down("Control");
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    const shown = await tooltip.waitFor({ timeout: 5000 }).then(() => true, () => false);
    const text = shown ? await tooltip.innerText() : "";
    await page.keyboard.up("Control");
    if (shown) return text;
  }
  throw new Error("did not come: the hover");
}

/** The marked mistake: the index that leaves the buffer. */
async function mistake() {
  const marked = page.locator(".cm-lintRange-error").first();
  await marked.waitFor();
  return await marked.innerText();
}

step("a mistake in a file is marked where it is", async () => {
  await open("kernel.py");
  assert.match(await mistake(), /i \+ 9/);
});

step("hover describes a form of the language in a file", async () => {
  assert.match(await hover("Buffer"), /T\.Buffer/);
});

step("a mistake in a notebook is marked in its cell, which knows the import of the cell above", async () => {
  await open("kernel.ipynb");
  assert.match(await mistake(), /i \+ 9/);
  assert.equal(await page.locator(".cm-lintRange-error").count(), 1);
});

step("hover describes it in a cell", async () => {
  assert.match(await hover("Buffer"), /T\.Buffer/);
});
