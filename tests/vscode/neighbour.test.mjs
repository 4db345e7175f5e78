// Beside another extension for Python, whose server is a real one: what belongs to plain Python is its alone, what belongs to scripts is ours; and
// the explorer, in the theme of the editor.

import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { Editor } from "./editor.mjs";
import { packaged } from "./neighbour/build.mjs";
import { EXTENSION, PYTHON, ROOT } from "./places.mjs";
import { stepsOf } from "./steps.mjs";
import { Workbench, eventually, place, within } from "./workbench.mjs";

const PLAIN = `from other import area


def twice(width: float) -> float:
    return 2 * area(width)
`;
const PARAMETER = "rgb(156, 220, 254)";
const FACTORY = `from tvm.script import tir as T
from other import area


def make(n):
    @T.prim_func
    def kernel(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for i in range(n):
            B[i] = A[i + 9]

    return kernel


small = make(16)
print(area(1.0))
`;

let editor, folder, window;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "neighbours-"));
  await writeFile(path.join(folder, "plain.py"), PLAIN);
  await writeFile(path.join(folder, "factory.py"), FACTORY);
  await writeFile(path.join(folder, "other.py"), "def area(width: float) -> float:\n    return width * width\n");
  for (const name of ["matmul.py", "attention.py"]) await cp(path.join(ROOT, "examples", name), path.join(folder, name));
  const server = path.join(path.dirname(PYTHON), "basedpyright-langserver");
  const settings = { "tilewright.interpreter": [PYTHON], "neighbour.server": server, "security.workspace.trust.enabled": false };
  editor = await Editor.start([EXTENSION, await packaged()], settings);
  window = new Workbench(await editor.open(folder));
});

after(async () => {
  await editor?.close();
  await rm(folder, { recursive: true, force: true });
});

const step = stepsOf(() => window);

/** F12 leads to one place at once, without a list to choose from. */
async function jumps(source, needle) {
  await window.goTo(place(source, needle));
  await window.page.keyboard.press("F12");
  await window.tab("other.py").waitFor();
  assert.equal(await window.page.locator(".peekview-widget").count(), 0);
  await window.closeTab();
}

function explorer() {
  return window.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
}

step("both servers greet", async () => {
  await window.open("other.py");
  await window.page.locator(".statusbar-item[id$='neighbour.status']").waitFor();
  await window.status.locator(".codicon-check").waitFor();
  await window.closeTab();
});

step("plain Python is coloured by the other server", async () => {
  // Without tokens of a server, the argument of a call has the colour of plain text.
  const argument = window.page.locator(".view-line", { hasText: "return" }).getByText("width", { exact: true });
  const colour = () => argument.evaluate((element) => getComputedStyle(element).color, undefined, { timeout: 1000 }).catch(() => "");
  // VS Code asks for the tokens of a file once: where a busy server lets that question fall, only opening the file anew repeats it.
  await eventually(async () => {
    await window.open("plain.py");
    if (await within(20_000, async () => (await colour()) === PARAMETER)) return true;
    await window.closeTab();
    return false;
  }, "the colour of a parameter");
});

step("hover and F12 in plain Python are those of the other server alone", async () => {
  const text = await window.hover(place(PLAIN, "area(width)"));
  assert.match(text, /area/);
  assert.doesNotMatch(text, /Python value|tilewright/i);
  await jumps(PLAIN, "area(width)");
});

step("so they are for names of Python in a file with a script", async () => {
  await window.open("factory.py");
  await window.lens.first().waitFor();
  await jumps(FACTORY, "area(1.0)");
});

step("names of the script are ours", async () => {
  await window.hover(place(FACTORY, "i + 9"), /loop over \[0, n\)/);
});

step("an instantiation is chosen by its lens", async () => {
  await window.command("Problems: Focus on Problems View");
  await window.problem("index-out-of-bounds").waitFor();
  await window.lens.filter({ hasText: "○ make(n=16)" }).click();
  await window.problem("`A` has 16 elements, in `make(n=16)`").waitFor();
  await window.hover(place(FACTORY, "i + 9"), /loop over \[0, 16\)/);
  await window.lens.filter({ hasText: "● make(n=16)" }).waitFor();
});

step("the explorer shows the instantiation that is chosen, and others that are", async () => {
  await window.goTo(place(FACTORY, "for i"));
  await window.command("Tilewright: Explore Stages of the Compiler");
  const values = explorer().locator(".calls select");
  await eventually(async () => (await values.inputValue()) === "make(n=16)", "the call that is chosen");
  await explorer().getByText("has 16 elements").first().waitFor();
  await values.selectOption("…");
  await explorer().locator(".calls input").fill("make(n=0)");
  await explorer().locator(".calls input").press("Enter");
  await eventually(async () => (await values.inputValue()) === "make(n=0)", "the call that was typed");
});

step("the explorer has the theme of the editor", async () => {
  await window.open("matmul.py");
  await window.lens.first().waitFor();
  await window.command("Tilewright: Explore Stages of the Compiler");
  const page = explorer();
  await page.getByText("RegisterTiling").first().waitFor();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  const stage = page.locator(".stage", { hasText: "Parallelize" });
  await stage.click();
  await page.locator(".stage-view .cm-line", { hasText: "T.parallel" }).first().waitFor();
  if (process.env.PICTURES) {
    await window.page.screenshot({ path: path.join(process.env.PICTURES, "explorer-vscode.png") });
  }
});

step("what a pass has changed comes into sight when its stage is chosen", async () => {
  await window.open("attention.py");
  await window.lens.first().waitFor();
  await window.command("Tilewright: Explore Stages of the Compiler");
  const page = explorer();
  await page.locator(".stage", { hasText: "Parallelize" }).click();
  // Lines far from what is in sight are not in the page.
  await page.locator(".stage-view .cm-line.added", { hasText: "T.parallel" }).first().waitFor();
});
