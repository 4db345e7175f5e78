// The Chromium without a window in which pages are looked at.

import { createRequire } from "node:module";
import path from "node:path";

const { chromium } = createRequire(path.join(process.env.CACHE, "app/package.json"))("playwright-core");

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}
