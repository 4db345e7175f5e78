// What a person does and sees in a window of VS Code.

import { PATIENCE } from "./editor.mjs";

export class Workbench {
  constructor(page) {
    this.page = page;
  }

  async open(name) {
    await this.page.getByRole("treeitem", { name }).dblclick();
    await this.tab(name).and(this.page.locator("[aria-selected=true]")).waitFor();
    await this.page.locator(".editor-instance .view-line").first().waitFor();
  }

  tab(name) {
    return this.page.getByRole("tab", { name });
  }

  async closeTab() {
    await this.command("View: Close Editor");
  }

  /** Runs a command from the palette, which lists what there is when it opens: what comes later needs another look, and so does a palette that something closes. */
  async command(title) {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    await eventually(async () => {
      await this.page.keyboard.press("F1");
      await this.page.locator(".quick-input-widget input").fill(`>${title}`);
      const done = await row.click({ timeout: 10_000 }).then(() => true, () => false);
      if (!done) await this.page.keyboard.press("Escape");
      return done;
    }, `the command ${title}`);
  }

  /** Runs a task of a group, as `Tasks: Run Task` lists them. VS Code gives a provider five seconds: a slow machine asks again. */
  async runTask(group, task) {
    const row = (text) => this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
    await eventually(async () => {
      await this.command("Tasks: Run Task");
      await row(group).click();
      await row(new RegExp(`${task}|Go back`)).waitFor();
      if ((await row(task).count()) > 0) {
        return true;
      }
      await this.page.keyboard.press("Escape");
      return false;
    }, `the task ${task}`);
    await row(task).click();
    const output = this.page.locator(".quick-input-list .monaco-list-row", { hasText: "Continue without scanning" });
    await output.click({ timeout: 5000 }).catch(() => undefined);
  }

  async goTo({ line, column }) {
    await this.page.locator(".editor-instance .view-line").first().waitFor();
    await this.page.keyboard.press("Control+G");
    const box = this.page.locator(".quick-input-widget input");
    await box.fill(`:${line}:${column}`);
    await box.press("Enter");
    await this.cursorAt(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** Replaces what lies at a place, key by key. */
  async type(text, where) {
    await this.goTo(where);
    for (let i = 0; i < where.length; i++) {
      await this.page.keyboard.press("Shift+ArrowRight");
    }
    await this.page.keyboard.type(text, { delay: 20 });
  }

  /** The text under the mouse, once it is held over a place and holds what is expected: each server answers in its own time. A hover asked for too early never comes: then it moves again. */
  async hover(where, expected = /./) {
    await this.goTo(where);
    const cursor = this.page.locator(".monaco-editor.focused .cursor").first();
    const box = this.page.locator(".monaco-hover .monaco-hover-content:visible").first();
    await eventually(async () => {
      const { x, y, height } = await cursor.boundingBox();
      await this.page.mouse.move(2, 2);
      await box.waitFor({ state: "hidden" });
      await this.page.mouse.move(x + 3, y + height / 2, { steps: 4 });
      return await box.waitFor({ timeout: 5000 }).then(() => true, () => false);
    }, "a hover");
    await box.getByText("Loading...").waitFor({ state: "detached" });
    const text = async () => textOf(await box.innerText());
    await eventually(async () => expected.test(await text()), `a hover with ${expected}`);
    return await text();
  }

  /** The code action whose title holds `title`, in the menu at a place; a menu that is asked for too early lacks it, and is asked for again. */
  async offered(where, title) {
    const row = this.page.locator(".action-widget .monaco-list-row.action", { hasText: title }).first();
    await eventually(async () => {
      await this.goTo(where);
      await this.page.keyboard.press("Control+.");
      const found = await row.waitFor({ timeout: 15_000 }).then(() => true, () => false);
      if (!found) await this.page.keyboard.press("Escape");
      return found;
    }, `the action ${title}`);
    return row;
  }

  async takeAction(where, title) {
    const row = await this.offered(where, title);
    await row.click();
  }

  /** Trusts the folder, in the editor that says what this means. */
  async trust() {
    await this.page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
    await this.page.locator(".workspace-trust-header.workspace-trust-trusted").waitFor();
    await this.closeTab();
  }

  /** Answers the input box with this title; gives what it proposed. */
  async answer(title, text) {
    await this.page.locator(".quick-input-title", { hasText: title }).waitFor();
    const box = this.page.locator(".quick-input-widget input");
    const proposed = await box.inputValue();
    await box.fill(text);
    await box.press("Enter");
    return proposed;
  }

  /** The item of the status bar that says where the cursor is. */
  cursorAt(text) {
    return this.page.locator(".statusbar-item").getByText(text, { exact: true });
  }

  problem(text) {
    return this.problems.filter({ hasText: text });
  }

  notification(text) {
    return this.page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  }

  get problems() {
    return this.page.locator(".markers-panel .monaco-list-row");
  }

  get squiggles() {
    return this.page.locator(".editor-instance .squiggly-error");
  }

  get lens() {
    return this.page.locator(".codelens-decoration a");
  }

  get runLens() {
    return this.lens.filter({ hasText: "▶ Build and run" });
  }

  get status() {
    return this.page.locator(".statusbar-item[id$='tilewright.status']");
  }

  /** What the visible output channel shows, as far as it is scrolled into view. */
  async output() {
    return textOf((await this.page.locator(".output-view .view-line").allInnerTexts()).join("\n"));
  }
}

/** Where `needle` begins in a text, in lines and columns that count from 1. */
export function place(text, needle, length = 0) {
  const before = text.slice(0, text.indexOf(needle)).split("\n");
  return { line: before.length, column: before.at(-1).length + 1, length };
}

/** Asks until the answer is yes. */
export async function eventually(ask, what) {
  if (!(await within(PATIENCE, ask))) {
    throw new Error(`did not come: ${what}`);
  }
}

/** Asks until the answer is yes, or for so many milliseconds; gives the last answer. */
export async function within(milliseconds, ask) {
  const end = Date.now() + milliseconds;
  while (!(await ask())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return true;
}

/** Monaco draws spaces as no-break spaces. */
export function textOf(text) {
  return text.replaceAll("\u00a0", " ").replaceAll("\u200b", "");
}
