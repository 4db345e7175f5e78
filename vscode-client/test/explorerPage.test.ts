import assert from "node:assert/strict";
import { test } from "node:test";
import { explorerPage } from "../src/explorerPage";

test("the page of the explorer loads its own files and nothing else", () => {
  const page = explorerPage("vscode-resource:", "abc", "vscode-resource:/explorer.js", "vscode-resource:/explorer.css");
  assert.match(page, /content="default-src 'none'; script-src vscode-resource:; style-src vscode-resource: 'nonce-abc'/);
  assert.doesNotMatch(page, /unsafe|https?:|connect-src/);
});
