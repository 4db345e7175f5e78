// Bundles the extension into one file, and writes the licences of the packages that went into it.

import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { bundledPackages, notice } from "./notices.mjs";

const NOTICES = "out/THIRD_PARTY_NOTICES.txt";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  bundle: true,
  minify: true,
  keepNames: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  metafile: true,
  logLevel: "warning",
});

writeFileSync(NOTICES, bundledPackages(metafile).map(notice).join("\n"));
