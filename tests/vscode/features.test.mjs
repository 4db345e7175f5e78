// What else is seen in VS Code: hints in the text, a rename, a rewriting with its preview, the figures of a profile, completion, and a notebook.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { Editor } from "./editor.mjs";
import { EXTENSION, PYTHON, ROOT } from "./places.mjs";
import { stepsOf } from "./steps.mjs";
import { Workbench, eventually, place, textOf } from "./workbench.mjs";

const HINTS = `from tvm.script import tir as T


@T.prim_func
def scaled(A: T.Buffer((8, 6), "float32"), B: T.Buffer((8, 6), "float32")):
    for i, j in T.grid(8, 6):
        with T.block("scale"):
            vi, vj = T.axis.remap("SS", [i, j])
            twice = A[vi, vj] * T.float32(2)
            B[vi, vj] = twice
`;
const CELLS = ["from tvm.script import tir as T\n", '@T.prim_func\ndef kernel(A: T.Buffer((16,), "float32")):\n    for i in range(16):\n        A[i + 9] = T.float32(0)\n'];

let editor, folder, matmul, window;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "features-"));
  await cp(path.join(ROOT, "examples/matmul.py"), path.join(folder, "matmul.py"));
  matmul = await readFile(path.join(folder, "matmul.py"), "utf8");
  await writeFile(path.join(folder, "hints.py"), HINTS);
  await writeFile(path.join(folder, "book.ipynb"), JSON.stringify(notebook(CELLS)));
  editor = await Editor.start(EXTENSION, {
    "tilewright.interpreter": [PYTHON],
    "tilewright.inlayHints.domains": true,
    "tilewright.inlayHints.regions": true,
    "security.workspace.trust.enabled": false,
    "editor.minimap.enabled": false,
  });
  window = new Workbench(await editor.open(folder));
});

after(async () => {
  await editor?.close();
  await rm(folder, { recursive: true, force: true });
});

function notebook(cells) {
  const made = cells.map((source, at) => ({ cell_type: "code", id: `cell-${at}`, execution_count: null, metadata: {}, outputs: [], source }));
  return { cells: made, metadata: { language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 5 };
}

const step = stepsOf(() => window);

/** The line that begins with `text`, hints and all. */
async function line(text) {
  const all = await window.page.locator(".editor-instance .view-line").allInnerTexts();
  return all.map(textOf).find((each) => each.trimStart().startsWith(text)) ?? "";
}

const shows = (text, behind) => eventually(async () => (await line(text)).includes(behind), `${behind} behind ${text}`);

step("hints say dtypes, domains and regions", async () => {
  await window.open("hints.py");
  await window.lens.first().waitFor();
  await shows("twice", "twice: float32 =");
  await shows("vi, vj", "vi in [0, 8), vj in [0, 6)");
  await shows("with T.block", "reads A[vi, vj], writes B[vi, vj]");
});

step("a rename reaches every mention in its function", async () => {
  await window.goTo(place(HINTS, "twice"));
  await window.page.keyboard.press("F2");
  const box = window.page.locator(".rename-box input");
  await box.fill("doubled");
  await box.press("Enter");
  await shows("B[vi, vj]", "= doubled");
  await shows("doubled", "doubled: float32 =");
});

step("a schedule asks for the blocks of the file", async () => {
  const { line: last } = place(`${HINTS}$`, "$");
  await window.goTo({ line: last, column: 1 });
  await window.page.keyboard.type('found = schedule.get_block("")', { delay: 10 });
  await window.page.keyboard.press("ArrowLeft");
  await window.page.keyboard.press("ArrowLeft");
  await eventually(async () => {
    await window.page.keyboard.press("Control+Space");
    return await window.page.locator(".suggest-widget .monaco-list-row", { hasText: "scale" }).waitFor({ timeout: 5000 }).then(() => true, () => false);
  }, "the name of the block");
  await window.page.keyboard.press("Enter");
  await shows("found", 'get_block("scale")');
  await window.command("View: Revert and Close Editor");
});

step("a rewriting is shown as a difference before it is made", async () => {
  await window.open("matmul.py");
  await window.runLens.waitFor();
  await window.takeAction(place(matmul, "for i, j, k"), /Split `i` by 16(?!,)/);
  const difference = window.page.locator(".monaco-diff-editor .editor.modified");
  await difference.locator(".view-line", { hasText: "T.grid(8, 16, 64, 96)" }).waitFor();
  const answers = window.page.locator(".quick-input-list .monaco-list-row");
  await answers.filter({ hasText: "Discard" }).click();
  await difference.waitFor({ state: "detached" });
  await shows("for i, j, k", "T.grid(128, 64, 96)");
  await window.takeAction(place(matmul, "for i, j, k"), /Split `i` by 16(?!,)/);
  await answers.filter({ hasText: "Apply" }).click();
  await shows("for i", "T.grid(8, 16, 64, 96)");
  assert.equal(await window.squiggles.count(), 0);
  await window.command("File: Revert File");
  await shows("for i, j, k", "T.grid(128, 64, 96)");
});

step("the schedule that tuning has found is shown as a difference before it is written", async () => {
  const slow = matmul.replace("            with T.init", '            T.block_attr({"tilewright.tile_rows": 1, "tilewright.tile_vectors": 1})\n            with T.init');
  await writeFile(path.join(folder, "slow.py"), slow); // many schedules are faster
  await window.open("slow.py");
  await window.runLens.waitFor();
  await window.takeAction(place(slow, "matmul(A"), /Tune `matmul` here/);
  const apply = window.page.locator(".quick-input-list .monaco-list-row", { hasText: "Apply" });
  await apply.click({ timeout: 300_000 });
  await window.page.locator(".tab.dirty", { hasText: "slow.py" }).waitFor();
  assert.equal(await window.squiggles.count(), 0);
  await window.command("View: Revert and Close Editor");
});

step("a profile stands behind the loops until the next edit", async () => {
  await window.lens.filter({ hasText: "Profile" }).first().click();
  await shows("for i, j, k", "GFLOP/s");
  await window.type("65", { ...place(matmul, "64, 96):"), length: 2 });
  await eventually(async () => !(await line("for i, j, k")).includes("GFLOP/s"), "no figures");
  await window.command("View: Revert and Close Editor");
});

step("a mistake of a notebook stands in its cell", async () => {
  await window.page.getByRole("treeitem", { name: "book.ipynb" }).dblclick();
  await window.page.locator(".notebookOverlay .cell-editor-container .squiggly-error").first().waitFor();
  await window.command("Problems: Focus on Problems View");
  await window.problem("`A[i + 9]` reaches 24").waitFor();
});
