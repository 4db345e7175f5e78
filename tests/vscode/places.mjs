// Where things are in the repository.

import { readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const PYTHON = path.join(ROOT, ".venv/bin/python");

const { name, version } = JSON.parse(readFileSync(path.join(ROOT, "vscode-client/package.json"), "utf8"));
export const EXTENSION = path.join(ROOT, `vscode-client/dist/${name}-${version}.vsix`);
