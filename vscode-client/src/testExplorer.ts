// The test explorer: each function of an open file can be run on random data and compared with a numpy function of the file, or with
// the reference interpreter.

import {
  type CancellationToken,
  Disposable,
  Range,
  type TestItem,
  TestMessage,
  type TestRun,
  type TestRunRequest,
  TestRunProfileKind,
  type TextDocument,
  languages,
  tests,
  workspace,
} from "vscode";
import { CodeLensRequest, ExecuteCommandRequest } from "vscode-languageclient/node";
import { readyClient } from "./buildAndRun";
import type { TilewrightClient } from "./client";
import { currentSettings } from "./configuration";
import { type Report, SERVER_COMMANDS } from "./protocol";
import type { Server } from "./server";
import { testTargets, verdict } from "./testItems";

/** Milliseconds without an edit. */
const DEBOUNCE = 1000;

export function createTestExplorer(server: Server): Disposable {
  const controller = tests.createTestController("tilewright", "Tilewright");
  const timers = new Map<string, NodeJS.Timeout>();

  const refresh = async (document: TextDocument) => {
    const client = server.running;
    if (client === undefined || languages.match(["python"], document) === 0) {
      return;
    }
    const found = await itemsOf(client, document).catch(() => []);
    const file = document.uri.toString();
    if (found.length === 0) {
      controller.items.delete(file);
      return;
    }
    const top = controller.createTestItem(file, workspace.asRelativePath(document.uri), document.uri);
    top.children.replace(
      found.map(({ name, line }) => {
        const item = controller.createTestItem(name, name, document.uri);
        item.range = new Range(line, 0, line, 0);
        return item;
      }),
    );
    controller.items.add(top);
  };
  const later = (document: TextDocument) => {
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(key, setTimeout(() => void refresh(document), DEBOUNCE));
  };
  const refreshAll = () => {
    workspace.textDocuments.forEach(later);
  };
  controller.refreshHandler = refreshAll;
  controller.createRunProfile(
    "Compare with the reference",
    TestRunProfileKind.Run,
    async (request, token) => {
      const client = await readyClient(server, "A comparison");
      if (client !== undefined) {
        await compare(client, controller.createTestRun(request), asked(request, [...controller.items].map(([, item]) => item)), token);
      }
    },
    true,
  );
  return Disposable.from(
    controller,
    server.onState(({ kind }) => {
      if (kind === "ready") {
        refreshAll();
      }
    }),
    workspace.onDidOpenTextDocument(later),
    workspace.onDidChangeTextDocument(({ document }) => {
      later(document);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      clearTimeout(timers.get(uri.toString()));
      controller.items.delete(uri.toString());
    }),
  );
}

async function itemsOf(client: TilewrightClient, document: TextDocument) {
  const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
  return testTargets((await client.sendRequest(CodeLensRequest.type, { textDocument })) ?? []);
}

/** The functions of a request: those that it names, or all, without those that it leaves out. */
function asked({ include, exclude }: TestRunRequest, all: readonly TestItem[]): TestItem[] {
  const leaves = (items: readonly TestItem[]): TestItem[] =>
    items.flatMap((item) => (item.children.size === 0 ? [item] : leaves([...item.children].map(([, child]) => child))));
  const left = new Set(leaves(exclude ?? []));
  return leaves(include ?? all).filter((item) => !left.has(item));
}

async function compare(client: TilewrightClient, run: TestRun, items: readonly TestItem[], token: CancellationToken) {
  items.forEach((item) => {
    run.enqueued(item);
  });
  for (const item of items) {
    if (token.isCancellationRequested) {
      break;
    }
    run.started(item);
    const began = Date.now();
    const report = await reportOf(client, item, token).catch((error: unknown) => String(error));
    if (typeof report === "string") {
      run.errored(item, new TestMessage(report), Date.now() - began);
    } else {
      finish(run, item, report, Date.now() - began);
    }
  }
  run.end();
}

async function reportOf(client: TilewrightClient, item: TestItem, token: CancellationToken): Promise<Report> {
  const { seed, timeout } = currentSettings(item.parent?.uri).run;
  const request = { uri: item.parent?.id, name: item.id, sizes: {}, seed, timeout, repeat: 1 };
  const params = { command: SERVER_COMMANDS.buildAndRun, arguments: [request] };
  return (await client.sendRequest(ExecuteCommandRequest.type, params, token)) as Report;
}

function finish(run: TestRun, item: TestItem, report: Report, milliseconds: number): void {
  run.appendOutput(`${report.title}\r\n${report.text.replaceAll("\n", "\r\n")}\r\n\r\n`, undefined, item);
  switch (verdict(report)) {
    case "passed":
      run.passed(item, milliseconds);
      break;
    case "skipped":
      run.skipped(item);
      break;
    case "failed":
      run.failed(item, new TestMessage(report.text === "" ? report.title : `${report.title}\n\n${report.text}`), milliseconds);
  }
}
