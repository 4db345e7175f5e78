// Asks for the sizes of symbolic dimensions, and remembers them for the next run of the function.

import { window } from "vscode";
import type { FunctionReference, RunSymbol, Sizes } from "./protocol";
import { parseSize, sizeProblem } from "./sizes";

const lastSizes = new Map<string, Sizes>();

/** Undefined when an input box is dismissed. */
export async function askSizes(target: FunctionReference, symbols: readonly RunSymbol[]): Promise<Sizes | undefined> {
  const key = `${target.uri}#${target.name}`;
  const sizes: Record<string, number> = {};
  for (const [i, symbol] of symbols.entries()) {
    const title = `${target.name}: size of ${symbol.name}${symbols.length > 1 ? ` (${i + 1}/${symbols.length})` : ""}`;
    const size = await askSize(title, lastSizes.get(key)?.[symbol.name] ?? symbol.default);
    if (size === undefined) {
      return undefined;
    }
    sizes[symbol.name] = size;
  }
  lastSizes.set(key, sizes);
  return sizes;
}

async function askSize(title: string, proposal: number): Promise<number | undefined> {
  const text = await window.showInputBox({
    title,
    value: String(proposal),
    prompt: "A whole number, 1 or larger",
    ignoreFocusOut: true,
    validateInput: sizeProblem,
  });
  return text === undefined ? undefined : parseSize(text);
}
