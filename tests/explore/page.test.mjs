// The stage explorer in a browser: the page of `tilewright explore`, with keys and mouse, on a kernel and on a graph.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { launch } from "../vscode/browser.mjs";
import { PATIENCE } from "../vscode/editor.mjs";
import { PYTHON, ROOT } from "../vscode/places.mjs";
import { stepsOf } from "../vscode/steps.mjs";
import { eventually } from "../vscode/workbench.mjs";

let browser, folder, kernel, graph, page;
const elsewhere = [];
const commands = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "explored-"));
  browser = await launch();
  kernel = await explored("matmul.py");
  page = kernel.page;
});

after(async () => {
  await browser?.close();
  for (const command of commands) {
    const gone = new Promise((resolve) => command.once("exit", resolve));
    command.kill("SIGINT");
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts the command on a copy of an example and opens the page at its address. */
async function explored(example) {
  const file = path.join(folder, path.basename(example));
  await cp(path.join(ROOT, "examples", example), file);
  const command = spawn(PYTHON, ["-m", "tilewright", "explore", file, "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  commands.push(command);
  const address = await new Promise((resolve, reject) => {
    let said = "";
    command.stdout.on("data", (text) => {
      const found = /(http:\S+)/.exec((said += text));
      if (found) resolve(found[1]);
    });
    command.once("exit", (code) => reject(new Error(`the command ended with ${code}`)));
  });
  const opened = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme: "dark" });
  opened.setDefaultTimeout(PATIENCE);
  opened.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) elsewhere.push(request.url());
  });
  await opened.goto(address);
  await settled(opened);
  return { file, page: opened };
}

/** Stages, machine code and graph are there. */
async function settled(shown) {
  await shown.locator("header .status", { hasText: "machine code in" }).waitFor();
}

const step = stepsOf(() => ({ page }));

const stage = (name) => page.locator("button.stage", { hasText: name }).first();
const current = () => page.locator("button.stage[aria-current]");
const tab = (name) => page.getByRole("tab", { name });
const inSource = (text) => page.locator("section.source .cm-line", { hasText: text }).first();
const inStage = (text) => page.locator(".stage-view .cm-line", { hasText: text }).first();
const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

step("stages stand from the source to the machine code", async () => {
  const groups = (await page.locator(".stages h2").allTextContents()).map((each) => each.toLowerCase());
  assert.deepEqual(groups, ["source", "lowering", "default schedule", "machine code"]);
});

step("the arrow keys go from stage to stage, and the code follows", async () => {
  await page.locator("button.stage").first().click();
  const first = await current().innerText();
  await page.keyboard.press("ArrowDown");
  await eventually(async () => (await current().innerText()) !== first, "the next stage");
  await page.keyboard.press("End");
  await eventually(async () => /assembly/i.test(await current().innerText()), "the last stage");
  await inStage(/ymm|zmm|xmm|ret/).waitFor();
  assert.equal(await current().evaluate((element) => element === document.activeElement), true);
});

step("a line of the source marks what it has become, and the other way round", async () => {
  await inSource("A[vi, vk] * B[vk, vj]").click();
  await page.locator(".stage-view .cm-line.linked").first().waitFor();
  await inSource("C[vi, vj] = T.float32(0)").click();
  await eventually(async () => (await page.locator("section.source .cm-line.linked").allInnerTexts()).join().includes("T.float32(0)"), "the line itself");
  await page.keyboard.press("Tab");
  await stage("LLVM").click();
  await page.locator(".stage-view .cm-line.origin").first().click();
  await page.locator("section.source .cm-line.linked").first().waitFor();
});

step("the arrow keys go from view to view: the loop nest has its axes, tiles and lanes", async () => {
  await stage("Parallelize").click();
  await tab("Code").focus();
  await page.keyboard.press("ArrowRight");
  await eventually(async () => (await tab("Loop nest").getAttribute("aria-selected")) === "true", "the loop nest");
  await page.locator(".nest .part.loop .badge", { hasText: "parallel" }).first().waitFor();
  await page.locator(".nest .part.loop .badge", { hasText: "reduction" }).first().waitFor();
  assert.ok((await page.locator(".nest [aria-label$=lanes]").count()) > 0);
  assert.ok((await page.locator(".nest .part .inside .part").count()) > 0);
});

step("the access pattern says how far each loop steps through the buffers", async () => {
  await tab("Access pattern").click();
  const load = page.locator(".access", { hasText: "128 × 96 float32" }).first();
  assert.match(await load.innerText(), /load/);
  const strides = await load.locator("tbody tr").allInnerTexts();
  assert.ok(strides.some((row) => /\b96\b/.test(row)), strides.join("\n"));
  await page.getByRole("img", { name: "Elements of A in the order of use" }).waitFor();
});

step("after a run the roofline has the measured point, and the function its time", async () => {
  await tab("Roofline").click();
  await page.getByText("Press Run").waitFor();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("img", { name: "Roofline of this machine" }).locator("circle.point").waitFor();
  await page.locator("header .status", { hasText: /matmul: .*GFLOP\/s/ }).waitFor();
  const note = page.locator("section.source .cm-line.measured");
  assert.match(await note.getAttribute("data-note"), /s, .*FLOP\/s/);
});

step("light and dark change with a button, and the choice stays", async () => {
  const dark = await background();
  await page.getByRole("button", { name: "Light or dark" }).click();
  const light = await background();
  assert.notEqual(light, dark);
  await page.reload();
  await settled(page);
  assert.equal(await background(), light);
  await page.getByRole("button", { name: "Light or dark" }).click();
  assert.equal(await background(), dark);
});

step("a saved edit shows in the stages", async () => {
  const text = await readFile(kernel.file, "utf8");
  await tab("Code").click();
  await page.locator("button.stage").first().click();
  await writeFile(kernel.file, text.replace("A[vi, vk] * B", "A[vi, vk] * T.float32(3) * B"));
  await inStage(/T\.float32\(3/).waitFor();
});

step("what is typed in the page is explored and not saved", async () => {
  const saved = await readFile(kernel.file, "utf8");
  await inSource("T.float32(3)").getByText("3", { exact: true }).last().dblclick();
  await page.keyboard.type("7");
  await inStage(/T\.float32\(7/).waitFor();
  await page.locator("header .status", { hasText: "edited, not saved" }).waitFor();
  assert.equal(await readFile(kernel.file, "utf8"), saved);
});

step("a mistake is shown in place of the stages", async () => {
  await inSource("T.float32(7)").getByText("float32").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" + D[vi, vj]");
  await page.locator(".view .problem", { hasText: "D is not defined" }).waitFor();
  await page.locator("section.source .cm-line.wrong").waitFor();
});

step("a graph has shapes on its edges and its kernels in colours, and leads to the source", async () => {
  graph = await explored("relax/mlp.py");
  page = graph.page;
  await tab("Graph").click();
  const nodes = page.locator(".graph .node.call");
  await nodes.first().waitFor();
  assert.ok((await nodes.count()) > 1);
  assert.ok((await page.locator(".graph .node.group").count()) > 1);
  const shapes = await page.locator(".graph .edge text").allTextContents();
  assert.ok(shapes.every((shape) => /\d/.test(shape)), shapes.join());
  await nodes.first().focus();
  await page.keyboard.press("Enter");
  await page.locator("section.source .cm-line.linked").first().waitFor();
});

step("the memory plan says which tensors share a piece of storage", async () => {
  await tab("Memory plan").click();
  await page.locator(".memory .hint", { hasText: /pieces of storage/ }).waitFor();
  assert.ok((await page.locator(".memory rect").count()) > 0);
});

step("nothing was asked of anybody else", async () => {
  assert.deepEqual(elsewhere, []);
});
