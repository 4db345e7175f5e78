// The licences of the packages that went into a bundle.

import { existsSync, readFileSync, readdirSync } from "node:fs";

export function bundledPackages({ inputs }) {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

export function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) {
    throw new Error(`${name} ${version} (${license}) ships no licence text`);
  }
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n\n${"-".repeat(78)}\n`;
}
