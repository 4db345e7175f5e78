// A window of VS Code without a machine behind it, as on vscode.dev: the workbench, served as files, with the extension as its package holds it.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { promisify } from "node:util";
import { launch } from "./browser.mjs";
import { PATIENCE } from "./editor.mjs";
import { EXTENSION, PYTHON } from "./places.mjs";
import { stepsOf } from "./steps.mjs";
import { Workbench } from "./workbench.mjs";

const VSCODE = path.join(process.env.CACHE, "app/node_modules/code-server/lib/vscode");
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

let browser, folder, server, window;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "web-"));
  await promisify(execFile)(PYTHON, ["-m", "zipfile", "-e", EXTENSION, folder]);
  server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launch();
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 800 } })).newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://${host()}/`);
  await page.locator(".monaco-workbench .part.statusbar").waitFor();
  window = new Workbench(page);
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

const host = () => `127.0.0.1:${server.address().port}`;

/** The page of the workbench, its files, and those of the extension. */
async function answer({ url }, response) {
  const { pathname } = new URL(url, `http://${host()}`);
  const [, place, ...rest] = pathname.split("/").map(decodeURIComponent);
  const root = { vscode: VSCODE, extension: path.join(folder, "extension") }[place];
  try {
    const content = root === undefined ? page() : alone(pathname, await readFile(path.join(root, ...rest)));
    response.writeHead(200, { "Content-Type": root === undefined ? "text/html" : (TYPES[path.extname(pathname)] ?? "application/octet-stream") });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}

/** What code-server has changed in the workbench: it connects to the machine that it came from, and keeps the user's settings there. */
const CHANGES = [
  [",remoteAuthority:location.host", ""],
  [/(\.with\(\{scheme:\w+)\.vscodeRemote(\}\),"User"\))/, "$1.vscodeUserData$2"],
];

/** A file as it is where no machine has served it. */
function alone(pathname, content) {
  if (!pathname.endsWith("/workbench.js")) return content;
  return CHANGES.reduce((text, [theirs, own]) => {
    if (text.search(theirs) < 0) throw new Error("code-server has changed the workbench in another way");
    return text.replace(theirs, own);
  }, content.toString());
}

function page() {
  const extension = { scheme: "http", authority: host(), path: "/extension" };
  const configuration = JSON.stringify({ additionalBuiltinExtensions: [extension], folderUri: { scheme: "tmp", path: "/" }, enableWorkspaceTrust: false, userDataPath: "/user", isEnabledFileDownloads: true, isEnabledFileUploads: true, isEnabledCoderGettingStarted: false });
  const out = `http://${host()}/vscode/out`;
  return `<!doctype html>
<html>
  <head>
    <meta id="vscode-workbench-web-configuration" data-settings="${configuration.replaceAll('"', "&quot;")}">
    <meta id="vscode-workbench-web-base-url" data-settings="/vscode">
    <link rel="stylesheet" href="${out}/vs/code/browser/workbench/workbench.css">
  </head>
  <body aria-label=""></body>
  <script>globalThis._VSCODE_FILE_ROOT = "${out}/";</script>
  <script type="module" src="${out}/nls.messages.js"></script>
  <script type="module" src="${out}/vs/code/browser/workbench/workbench.js"></script>
</html>`;
}

const step = stepsOf(() => window);

step("the example opens, and the status says that nothing runs here", async () => {
  await window.command("Tilewright: Open an Example");
  await window.tab("Untitled-1").waitFor();
  await window.status.locator(".codicon-circle-slash").waitFor();
});

step("a command says why it does nothing and how to go on", async () => {
  await window.command("Tilewright: Build and Run");
  await window.notification("this window has no machine").getByRole("button", { name: "Connect…" }).waitFor();
});
