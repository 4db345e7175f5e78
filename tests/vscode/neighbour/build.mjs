// Bundles and packages the neighbour with the tools of the client; gives the path of its package.

import { execFile } from "node:child_process";
import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../places.mjs";

const CLIENT = path.join(ROOT, "vscode-client");
const HERE = import.meta.dirname;

export async function packaged() {
  const { build } = createRequire(path.join(CLIENT, "package.json"))("esbuild");
  const folder = await mkdtemp(path.join(tmpdir(), "neighbour-"));
  await cp(path.join(HERE, "package.json"), path.join(folder, "package.json"));
  await writeFile(path.join(folder, "LICENSE"), "Apache-2.0\n");
  await build({
    entryPoints: [path.join(HERE, "extension.mjs")],
    outfile: path.join(folder, "dist/extension.js"),
    nodePaths: [path.join(CLIENT, "node_modules")],
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "error",
  });
  const made = path.join(folder, "neighbour.vsix");
  const vsce = path.join(CLIENT, "node_modules/@vscode/vsce/vsce");
  await promisify(execFile)(process.execPath, [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", made], { cwd: folder });
  return made;
}
