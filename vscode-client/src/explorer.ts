// The stage explorer beside the source: the page that `tilewright explore` shows in a browser, whose questions go to the language server.

import { randomBytes } from "node:crypto";
import {
  type Disposable,
  Range,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  ThemeColor,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import { BUILD_AND_RUN, readyClient, runFunction } from "./buildAndRun";
import { explorerPage } from "./explorerPage";
import { EXPLORE_REQUESTS, type Report } from "./protocol";
import type { Server } from "./server";

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly question?: { readonly name: string; readonly line: number; readonly call: string; readonly given?: unknown };
  readonly lines?: readonly number[];
  readonly scroll?: boolean;
}

/** Milliseconds between a keystroke and the question about it. */
const PAUSE = 40;

export class StageExplorer implements Disposable {
  private panel: WebviewPanel | undefined;
  private document: TextDocument | undefined;
  private timer: NodeJS.Timeout | undefined;
  private waiting = { edited: false, other: false };
  /** The lines of the program above the document, which may be a cell of a notebook. */
  private above = 0;
  private readonly listeners: Disposable[];
  private readonly linked = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("editor.findMatchHighlightBackground"),
  });

  constructor(
    private readonly server: Server,
    private readonly home: Uri,
  ) {
    this.listeners = [
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.document) this.notify(true);
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (this.panel !== undefined && textEditor.document.languageId === "python") this.follow(textEditor);
      }),
    ];
  }

  open(): void {
    const editor = window.activeTextEditor;
    if (editor?.document.languageId !== "python") {
      void window.showInformationMessage("Open a Python file with TVMScript to see the stages of its functions.");
      return;
    }
    if (this.panel === undefined) {
      this.document = editor.document;
      this.panel = this.create();
    } else {
      this.panel.reveal(ViewColumn.Beside, true);
      this.follow(editor);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
    this.linked.dispose();
    this.listeners.forEach((listener) => {
      listener.dispose();
    });
  }

  private create(): WebviewPanel {
    const folder = Uri.joinPath(this.home, "out", "explorer");
    const show = { viewColumn: ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [folder] };
    const panel = window.createWebviewPanel("tilewright.explorer", "Stages", show, options);
    const { webview } = panel;
    const [script, style] = ["explorer.js", "explorer.css"].map((name) =>
      webview.asWebviewUri(Uri.joinPath(folder, name)).toString(),
    );
    webview.html = explorerPage(webview.cspSource, randomBytes(16).toString("base64"), script ?? "", style ?? "");
    webview.onDidReceiveMessage((message: Message) => this.receive(message));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.highlight([]);
    });
    return panel;
  }

  /** The cursor has moved, maybe into another document. */
  private follow(editor: TextEditor): void {
    const other = editor.document !== this.document;
    this.document = editor.document;
    this.notify(other, other);
  }

  /** What came since the last message is said in one. */
  private notify(edited: boolean, other = false): void {
    clearTimeout(this.timer);
    this.waiting = { edited: edited || this.waiting.edited, other: other || this.waiting.other };
    this.timer = setTimeout(() => {
      const moved = { line: this.above + (this.editor()?.selection.active.line ?? 0), ...this.waiting };
      this.waiting = { edited: false, other: false };
      void this.panel?.webview.postMessage({ moved });
    }, PAUSE);
  }

  private async receive({ id, method, question, lines, scroll }: Message): Promise<void> {
    if (method === "reveal") {
      this.highlight(lines ?? [], scroll);
      return;
    }
    const answer = await this.answer(method, question).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
    await this.panel?.webview.postMessage({ id, answer });
  }

  private async answer(method: string, question: Message["question"]): Promise<unknown> {
    const client = this.server.running;
    const uri = this.document?.uri.toString();
    if (client === undefined || uri === undefined) {
      return { error: "The Tilewright server is not running." };
    }
    if (method === "explore") {
      const line = this.editor()?.selection.active.line ?? question?.line ?? 0;
      const asked = { uri, name: question?.name ?? "", line, call: question?.call ?? "" };
      const answer = await client.sendRequest<{ readonly above?: number }>(EXPLORE_REQUESTS.explore, asked);
      this.above = answer.above ?? 0;
      return answer;
    }
    return method === "run" ? await this.run(uri, question?.name ?? "", question?.given) : await client.sendRequest(EXPLORE_REQUESTS.rest, {});
  }

  /** A run asks for sizes and is refused without trust, as Build and run is. */
  private async run(uri: string, name: string, given: unknown): Promise<unknown> {
    const client = await readyClient(this.server, BUILD_AND_RUN.title);
    const report: Report | undefined = client && (await runFunction(client, { uri, name, given }, BUILD_AND_RUN));
    if (client === undefined || report === undefined) {
      return { error: "Not run." };
    }
    const peaks = report.ok ? await client.sendRequest(EXPLORE_REQUESTS.peaks, {}) : null;
    return { ...report, peaks };
  }

  private highlight(lines: readonly number[], scroll = false): void {
    const editor = this.editor();
    const ranges = lines
      .map((line) => line - this.above)
      .filter((line) => line >= 0 && line < (editor?.document.lineCount ?? 0))
      .map((line) => new Range(line, 0, line, 0));
    editor?.setDecorations(this.linked, ranges);
    if (scroll && ranges[0] !== undefined) {
      editor?.revealRange(ranges[0], TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private editor(): TextEditor | undefined {
    return window.visibleTextEditors.find(({ document }) => document === this.document);
  }
}
