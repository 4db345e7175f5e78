// Takes the pictures of the documentation in real VS Code: vscode.png, vscode-run.png and the animation editor.gif, in docs/images/.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Editor } from "./editor.mjs";
import { EXTENSION, PYTHON, ROOT } from "./places.mjs";
import { Workbench, eventually, place } from "./workbench.mjs";

const SIZE = { width: 1200, height: 700 };
// Where nothing is lit up under the mouse.
const AWAY = [600, 20];
const LOOK = {
  "tilewright.interpreter": [PYTHON],
  "security.workspace.trust.enabled": false,
  "editor.minimap.enabled": false,
  "editor.fontSize": 15,
  "workbench.activityBar.location": "hidden",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
};

const home = await mkdtemp(path.join(tmpdir(), "pictures-"));
const folder = path.join(home, "kernels");
await mkdir(folder);
await cp(path.join(ROOT, "examples/matmul.py"), path.join(folder, "matmul.py"));
const source = await readFile(path.join(folder, "matmul.py"), "utf8");
const editor = await Editor.start(EXTENSION, LOOK);
try {
  const window = new Workbench(await editor.open(folder, SIZE));
  await window.open("matmul.py");
  await window.runLens.waitFor();
  await window.command("View: Toggle Primary Side Bar Visibility");
  await mistakes(window);
  await window.command("File: Revert File");
  await animation(window);
  await run(window);
} finally {
  await editor.close();
  await rm(home, { recursive: true, force: true });
}

async function run(window) {
  await ran(window);
  await shot(window, "vscode-run.png");
}

/** Clicks on the lens, until report and lens show the run and nothing stands before them. */
async function ran(window) {
  await emptyOutput(window);
  await window.runLens.click();
  await window.page.mouse.move(...AWAY);
  await eventually(async () => /output +C:/.test(await window.output()), "the report");
  const time = /matmul: ([\d.]+)/.exec(await window.output())[1];
  await eventually(async () => (await window.runLens.textContent()).includes(time), "the time above the function");
  await window.page.locator(".notifications-toasts .notification-list-item").waitFor({ state: "detached" });
}

async function emptyOutput(window) {
  await window.command("Tilewright: Show Output");
  await eventually(async () => (await window.output()).trim() !== "", "the output");
  await window.command("View: Clear Output");
  await eventually(async () => (await window.output()).trim() === "", "an empty output");
}

async function mistakes(window) {
  await window.command("Problems: Focus on Problems View");
  await window.type("inti", place(source, "init():", 4));
  await window.type("D", place(source, "B[vk", 1));
  await window.problem("undefined-name").waitFor();
  await window.problem("unknown-member").waitFor();
  await window.hover(place(source, "vk] * B"));
  await shot(window, "vscode.png");
}

/** A mistake, its fix, the hover of an axis, Build and run; each picture with the milliseconds that it stays. */
async function animation(window) {
  const frames = [];
  const frame = async (milliseconds) => {
    const file = path.join(home, `${frames.length}.png`);
    await window.page.screenshot({ path: file });
    frames.push(`${file}:${milliseconds}`);
  };
  await window.command("Problems: Focus on Problems View");
  await raise(window.page, -120);  // the whole function is in sight
  await window.goTo(place(source, "init():"));
  await frame(1200);
  await window.type("inti", place(source, "init():", 4));
  await window.problem("unknown-member").waitFor();
  await frame(1800);
  const fix = await window.offered(place(source, "init():"), "Change to");
  await frame(2000);
  await fix.click();
  await window.problem("unknown-member").waitFor({ state: "detached" });
  await frame(1200);
  await window.hover(place(source, "vk] * B"));
  await frame(2600);
  await window.page.mouse.move(...AWAY);
  await window.goTo(place(source, "with T.block"));  // the whole function, and the lens above it, are in sight
  await raise(window.page, 210);  // the whole report, too
  await ran(window);
  await frame(3600);
  const python = path.join(process.env.CACHE, "node/bin/python");
  await promisify(execFile)(python, [path.join(ROOT, "tests/vscode/animation.py"), path.join(ROOT, "docs/images/editor.gif"), ...frames]);
}

/** Drags the upper edge of the panel, so that the report fits. */
async function raise(page, pixels) {
  const { x, y, width } = await page.locator(".part.panel").boundingBox();
  await page.mouse.move(x + width / 2, y - 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y - 2 - pixels, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(...AWAY);  // the edge is not lit up in the pictures
}

async function shot(window, name) {
  await window.page.screenshot({ path: path.join(ROOT, "docs/images", name) });
}
