// The main job in real VS Code: mistakes while typing, hover, definition, fixes, build and run; and what happens without
// trust, after a crash, and without any setting.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { Editor } from "./editor.mjs";
import { EXTENSION, PYTHON, ROOT } from "./places.mjs";
import { stepsOf } from "./steps.mjs";
import { Workbench, eventually, place } from "./workbench.mjs";

let editor, folder, source, window;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kernels-"));
  for (const name of ["matmul.py", "symbolic_shape.py"]) {
    await cp(path.join(ROOT, "examples", name), path.join(folder, name));
  }
  source = await readFile(path.join(folder, "matmul.py"), "utf8");
  editor = await Editor.start(EXTENSION, { "tilewright.interpreter": [PYTHON] });
  window = new Workbench(await editor.open(folder));
});

after(async () => {
  await editor?.close();
  await rm(folder, { recursive: true, force: true });
});

const step = stepsOf(() => window);

step("a correct file has a lens and no squiggles", async () => {
  await window.open("matmul.py");
  await window.runLens.waitFor();
  assert.equal(await window.runLens.innerText(), "▶ Build and run");
  assert.equal(await window.squiggles.count(), 0);
  await window.command("Problems: Focus on Problems View");
  assert.equal(await window.problems.count(), 0);
});

step("hover describes a buffer", async () => {
  const text = await window.hover(place(source, "A: T.Buffer"));
  assert.match(text, /shape \(128, 96\), float32/);
  assert.match(text, /scope global/);
});

step("hover describes an axis", async () => {
  const text = await window.hover(place(source, "vk = T.axis"));
  assert.match(text, /reduc\w+ block axis/);
  assert.match(text, /\[0, 96\)/);
});

step("the definition of T.axis.remap is in the stub", async () => {
  await window.goTo(place(source, "remap"));
  await window.page.keyboard.press("F12");
  await window.tab("tir.pyi").waitFor();
  const stub = await readFile(path.join(ROOT, "compiler/tilewright/script/tir.pyi"), "utf8");
  const { line, column } = place(stub, "remap(");
  await window.cursorAt(`Ln ${line}, Col ${column}`).waitFor();
  await window.closeTab();
});

step("mistakes appear while typing", async () => {
  await window.type("inti", place(source, "init():", 4));
  await window.type("D", place(source, "B[vk", 1));
  await window.problem("undefined-name").waitFor();
  await window.problem("unknown-member").waitFor();
  await eventually(async () => (await window.squiggles.count()) === 2, "two squiggles");
});

step("the message is under the mouse", async () => {
  assert.match(await window.hover(place(source, "B[vk")), /`D` is not defined here/);
});

step("a code action explains a mistake", async () => {
  await window.takeAction(place(source, "B[vk"), "Explain undefined-name");
  await window.tab("Preview undefined-name.md").waitFor();
  const preview = window.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  await preview.getByText("A name is not defined here.").waitFor();
  await window.closeTab();
});

step("a quick fix mends one mistake", async () => {
  await window.takeAction(place(source, "init():"), "init");
  await window.problem("unknown-member").waitFor({ state: "detached" });
});

step("typing mends the other, and the squiggles are gone", async () => {
  await window.type("B", place(source, "B[vk", 1));
  await window.problem("undefined-name").waitFor({ state: "detached" });
  await eventually(async () => (await window.squiggles.count()) === 0, "no squiggle");
});

step("a run is refused without trust", async () => {
  await window.runLens.click();
  await window.notification("which you have not trusted").waitFor();
  assert.doesNotMatch(await window.output(), /GFLOP/);
});

step("with trust the lens builds and runs, and the report is shown", async () => {
  await window.notification("which you have not trusted").getByRole("button", { name: "Manage Workspace Trust" }).click();
  await window.trust();
  await window.runLens.click();
  await eventually(async () => /GFLOP\/s/.test(await window.output()), "the report");
  const report = await window.output();
  assert.match(report, /✓ matmul: .*GFLOP\/s/);
  assert.match(report, /output +C: 128×64 float32, min -?\d/);
});

step("symbolic dimensions are asked for", async () => {
  await window.open("symbolic_shape.py");
  await window.runLens.first().click();
  assert.equal(await window.answer("size of m", "24"), "67");
  assert.equal(await window.answer("size of n", "48"), "129");
  await eventually(async () => /output +\w+: 24×48 float32/.test(await window.output()), "a report about 24 by 48");
});

step("the walkthrough opens an example that is checked", async () => {
  await window.command("Tilewright: Open an Example");
  await window.tab("Untitled-1").waitFor();
  await window.runLens.first().waitFor();
  assert.match(await window.hover(place(source, "A: T.Buffer")), /shape \(128, 96\), float32/);
  await window.command("View: Revert and Close Editor");
  await window.tab("Untitled-1").waitFor({ state: "detached" });
});

step("the task checks the folder with the interpreter of the server, and its findings are problems", async () => {
  await writeFile(path.join(folder, "wrong.py"), source.replace("init():", "inti():"));
  await window.runTask("tilewright", "tilewright: check");
  // The terminal of the task comes to the front when the task begins.
  await eventually(async () => {
    await window.command("Problems: Focus on Problems View");
    return await window.problem("unknown-member").waitFor({ timeout: 10_000 }).then(() => true, () => false);
  }, "the problem that the task has found");
  await rm(path.join(folder, "wrong.py"));
});

step("after a terminal was opened the server is the same", async () => {
  assert.ok((await versionShown()).includes(PYTHON));
});

step("the test explorer compares the functions of open files with their reference", async () => {
  await window.open("symbolic_shape.py");
  await window.command("Testing: Focus on Test Explorer View");
  await window.page.locator(".test-explorer .monaco-list-row", { hasText: "symbolic_shape.py" }).waitFor();
  await window.command("Test: Run All Tests");
  await window.page.locator(".test-explorer .codicon-testing-passed-icon").first().waitFor();
  await window.command("View: Show Explorer");
});

step("a crash of the server is survived", async () => {
  const [before] = await editor.languageServers();
  process.kill(before, "SIGKILL");
  await eventually(async () => {
    const [now] = await editor.languageServers();
    return now !== undefined && now !== before;
  }, "another server");
  await window.open("matmul.py");
  await window.status.locator(".codicon-check").waitFor();
  assert.match(await window.hover(place(source, "B: T.Buffer")), /shape \(96, 64\)/);
});

step("without a setting the workspace's .venv is used, once it is trusted", async () => {
  const other = path.join(folder, "other");
  await mkdir(path.join(other, ".vscode"), { recursive: true });
  await writeFile(path.join(other, ".vscode/settings.json"), JSON.stringify({ "tilewright.interpreter": [] }));
  await writeFile(path.join(other, "matmul.py"), source);
  await symlink(path.dirname(path.dirname(PYTHON)), path.join(other, ".venv"));
  await window.page.context().close();
  window = new Workbench(await editor.open(other));
  await window.open("matmul.py");
  await window.status.locator(".codicon-check").waitFor();
  await window.command("Workspaces: Manage Workspace Trust");
  await window.trust();
  await eventually(async () => (await versionShown()).includes(path.join(other, ".venv/bin/python")), "the .venv");
  await window.runLens.waitFor();
});

/** What the notification says; one that is gone before it is read is asked for again. */
async function versionShown() {
  let text;
  await eventually(async () => {
    await window.command("Tilewright: Show Server Version");
    const shown = window.notification("Tilewright");
    await shown.last().waitFor({ timeout: 10_000 }).catch(() => undefined);
    text = (await shown.allInnerTexts()).at(-1);
    await window.command("Notifications: Clear All Notifications");
    return text !== undefined;
  }, "the version of the server");
  return text;
}
