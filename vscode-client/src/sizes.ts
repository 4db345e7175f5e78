// The size of a symbolic dimension, as a person types it.

/** Why `text` is not a size, or undefined when it is one. */
export function sizeProblem(text: string): string | undefined {
  return parseSize(text) === undefined ? "Enter a whole number, 1 or larger." : undefined;
}

/** Digits may be grouped with underscores, as in Python. */
export function parseSize(text: string): number | undefined {
  const digits = text.trim();
  if (!/^\d+(_\d+)*$/.test(digits)) {
    return undefined;
  }
  const size = Number(digits.replaceAll("_", ""));
  return Number.isSafeInteger(size) && size >= 1 ? size : undefined;
}
