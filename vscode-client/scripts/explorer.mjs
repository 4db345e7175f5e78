// Builds the page of the stage explorer. It is committed: users and tests need no Node. With `--check`, fails when the built page is not that of the sources.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { bundledPackages, notice } from "./notices.mjs";

const INTO = "../compiler/tilewright/explore/page";

const { outputFiles, metafile } = await build({
  entryPoints: { explorer: "explorer/main.ts" },
  outdir: INTO,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  metafile: true,
  write: false,
  logLevel: "warning",
});
const css = await build({ entryPoints: ["explorer/explorer.css"], outdir: INTO, minify: true, target: "es2022", write: false });
const files = {
  "explorer.js": outputFiles[0].text,
  "explorer.css": css.outputFiles[0].text,
  "index.html": readFileSync("explorer/index.html", "utf8"),
  "THIRD_PARTY_NOTICES.txt": bundledPackages(metafile).map(notice).join("\n"),
};

if (process.argv.includes("--check")) {
  const stale = Object.entries(files).filter(([name, text]) => readFileSync(`${INTO}/${name}`, "utf8") !== text);
  if (stale.length > 0) {
    console.error(`out of date: ${stale.map(([name]) => name).join(", ")}; run \`npm run explorer\``);
    process.exit(1);
  }
} else {
  mkdirSync(INTO, { recursive: true });
  Object.entries(files).forEach(([name, text]) => writeFileSync(`${INTO}/${name}`, text));
}
mkdirSync("out/explorer", { recursive: true });
["explorer.js", "explorer.css", "THIRD_PARTY_NOTICES.txt"].forEach((name) => copyFileSync(`${INTO}/${name}`, `out/explorer/${name}`));
