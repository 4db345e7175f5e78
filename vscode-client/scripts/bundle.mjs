// Bundles the extension into one file for a machine and one for the browser, and writes the licences of the packages that went into it.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundledPackages, notice } from "./notices.mjs";

const NOTICES = "out/THIRD_PARTY_NOTICES.txt";

const OPTIONS = { bundle: true, minify: true, keepNames: true, format: "cjs", external: ["vscode"], logLevel: "warning" };

const { metafile } = await build({
  ...OPTIONS,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  platform: "node",
  target: "node20",
  metafile: true,
});
// What runs where there is no machine, as on vscode.dev.
await build({ ...OPTIONS, entryPoints: ["src/web.ts"], outfile: "out/web.js", platform: "browser", target: "es2022" });

writeFileSync(NOTICES, bundledPackages(metafile).map(notice).join("\n"));

// The walkthrough shows pictures of the manual and opens one of the examples.
mkdirSync("out/walkthrough", { recursive: true });
for (const file of ["docs/images/vscode.png", "docs/images/vscode-run.png", "docs/images/explorer.png", "examples/matmul.py"]) {
  copyFileSync(path.join("..", file), path.join("out/walkthrough", path.basename(file)));
}
