// The stage explorer in a browser: from the command to the first paint, to the file and to its stages, and from a saved edit to the stages of the new text.
//
// Usage: make bench-explorer [EXPLORED="--processor examples/conv2d.py"]: milliseconds since the command began, and since the file was saved; the median of some rounds and
// the slowest.  With `--processor` those that the processor has worked for the command and its processes, which other work on the machine changes little.

import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const { chromium } = createRequire(path.join(process.env.CACHE, "app/package.json"))("playwright-core");
const ROUNDS = 5;
const EDITS = 5;
const PATIENCE = 60_000;
const processor = process.argv[2] === "--processor";
const files = process.argv.slice(processor ? 3 : 2);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  for (const file of files) {
    const times = {};
    for (let round = 0; round < ROUNDS; round++) await explored(file, (what, time) => (times[what] ??= []).push(time));
    console.log(file, Object.entries(times).map(([what, all]) => `${what} ${summary(all)}`).join(" · "));
  }
} finally {
  await browser.close();
}

/** Starts the command on a copy of a file, opens its page and edits the file. */
async function explored(file, note) {
  const folder = await mkdtemp(path.join(tmpdir(), "explorer-"));
  const copy = path.join(folder, path.basename(file));
  await cp(file, copy);
  const began = performance.now();
  const command = spawn(process.env.PYTHON, ["-m", "tilewright", "explore", copy, "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  const since = processor ? () => worked(command.pid) : () => performance.now() - began;
  try {
    const address = await new Promise((resolve, reject) => {
      let said = "";
      command.stdout.on("data", (text) => {
        const found = /(http:\S+)/.exec((said += text));
        if (found) resolve(found[1]);
      });
      command.once("exit", (code) => reject(new Error(`the command ended with ${code}`)));
    });
    note("address", since());
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(address, { waitUntil: "commit" });
    await page.locator(".source .cm-line").nth(3).waitFor();
    note("file", since());
    if (!processor) {
      const paint = await page.evaluate(() => performance.timeOrigin + performance.getEntriesByName("first-contentful-paint")[0].startTime);
      note("first paint", paint - performance.timeOrigin - began);
    }
    await page.locator(".stage").nth(3).waitFor();
    note("stages", since());
    await settled(page);
    note("all", since());
    for (let edit = 0; edit < EDITS; edit++) await edited(page, copy, edit, since, note);
    await page.close();
  } finally {
    command.kill("SIGINT");
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds a comment to a function or module, which is read anew: its stages are there when the list of stages has been drawn again. */
async function edited(page, copy, edit, since, note) {
  const status = page.locator("header .status");
  await status.evaluate((element) => { element.textContent = ""; });
  const text = await readFile(copy, "utf8");
  const drawn = page.locator("nav.stages").evaluate((list) => new Promise((resolve) => {
    const seen = new MutationObserver(() => { seen.disconnect(); resolve(performance.timeOrigin + performance.now()); });
    seen.observe(list, { childList: true });
  }));
  const before = since();
  const saved = performance.timeOrigin + performance.now();
  await writeFile(copy, text.replace(/^( +)(?=\S)(?<=^@[TRI]\.[^]*)/m, `$1# edit ${edit}\n$1`));
  const shown = await drawn;
  if (!processor) note("edit", shown - saved);
  await settled(page);
  note("edit, all", since() - before);
}

/** All that takes longer is there too. */
async function settled(page) {
  await page.locator("header .status", { hasText: "machine code in" }).waitFor();
}

/** Milliseconds that the processor has worked for a process and those that it has started. */
function worked(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean));
  return (Number(fields[11]) + Number(fields[12])) * 10 + children.map(Number).reduce((sum, child) => sum + worked(child), 0);
}

function summary(all) {
  const sorted = [...all].sort((a, b) => a - b);
  return `${sorted[sorted.length >> 1].toFixed(0)}/${sorted.at(-1).toFixed(0)}`;
}
