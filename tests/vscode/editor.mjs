// VS Code as a person has it: code-server in a Chromium without a window, with the extension installed from its package.

import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { launch } from "./browser.mjs";

const CACHE = process.env.CACHE;
const ENTRY = path.join(CACHE, "app/node_modules/code-server/out/node/entry.js");

/** Slow machines are no failure. */
export const PATIENCE = 120_000;

/** What would make the scenario depend on how fast somebody types, or put ads into pictures. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Dark Modern",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.suggestOnTriggerCharacters": false,
  "editor.parameterHints.enabled": false,
  "editor.autoClosingBrackets": "never",
  "editor.hover.delay": 200,
  "files.autoSave": "off",
  "security.workspace.trust.startupPrompt": "never",
  "workbench.editor.useModal": "off",
  "workbench.quickOpen.closeOnFocusLost": false,
};

export class Editor {
  static async start(extension, settings) {
    const home = await mkdtemp(path.join(tmpdir(), "tilewright-vscode-"));
    const editor = new Editor(home);
    await mkdir(path.join(home, "data/User"), { recursive: true });
    await writeFile(path.join(home, "data/User/settings.json"), JSON.stringify({ ...SETTINGS, ...settings }));
    for (const each of [extension].flat()) {
      await promisify(execFile)(process.execPath, [ENTRY, ...editor.folders, "--install-extension", each]);
    }
    await editor.serve();
    editor.browser = await launch();
    return editor;
  }

  constructor(home) {
    this.home = home;
    this.folders = ["--user-data-dir", path.join(home, "data"), "--extensions-dir", path.join(home, "extensions")];
  }

  /** The operating system chooses the port; the log says which. */
  async serve() {
    const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    const where = ["--auth", "none", "--bind-addr", "127.0.0.1:0"];
    this.server = spawn(process.execPath, [ENTRY, ...where, ...this.folders, ...quiet], { detached: true });
    this.url = await new Promise((resolve, reject) => {
      let log = "";
      const read = (text) => {
        log += text;
        const found = /listening on (http:\S+)/.exec(log);
        if (found) resolve(found[1]);
      };
      this.server.stdout.on("data", read);
      this.server.stderr.on("data", read);
      this.server.once("exit", (code) => reject(new Error(`code-server ended with ${code}:\n${log}`)));
    });
  }

  /** A window on `folder`; its page is ready for keys. */
  async open(folder, size = { width: 1200, height: 800 }) {
    const context = await this.browser.newContext({ viewport: size });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${this.url}?folder=${encodeURIComponent(folder)}`);
    await page.locator(".monaco-workbench .part.statusbar").waitFor();
    return page;
  }

  /** The language servers that run now, as process ids. */
  async languageServers() {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,pgid=,args="]);
    const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/));
    const ours = rows.filter(([, group, ...words]) => group === String(this.server.pid) && words.includes("tilewright_server"));
    return ours.map(([pid]) => Number(pid));
  }

  async close() {
    await this.browser?.close();
    if (this.server?.exitCode === null) {
      const gone = new Promise((resolve) => this.server.once("exit", resolve));
      // The whole group: the extension host and the language server are its children.
      process.kill(-this.server.pid, "SIGTERM");
      await gone;
    }
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
