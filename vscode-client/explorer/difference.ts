// A stage's text with what its pass changed: lines that went are shown where they were.

import type { Line } from "./code";
import type { Row, Stage } from "./shapes";

export interface Shown {
  readonly text: string;
  readonly lines: readonly Line[];
}

/** The text as it is. */
export function plain(stage: Stage): Shown {
  return { text: stage.text, lines: stage.origins.map((origins) => ({ origins })) };
}

/** The text among the lines of the stage before that are not in it any more. */
export function compared(stage: Stage, before: Stage | undefined): Shown {
  if (before === undefined || stage.rows.length === 0) {
    return plain(stage);
  }
  const [old, made] = [before.text.split("\n"), stage.text.split("\n")];
  const text: string[] = [];
  const lines: Line[] = [];
  const put = (content: string, line: Line) => {
    text.push(content);
    lines.push(line);
  };
  for (const [change, left, right] of stage.rows) {
    const [was, is] = [old[left] ?? "", made[right] ?? ""];
    const origins = stage.origins[right] ?? before.origins[left] ?? [];
    if (change === "changed") {
      const [oldPart, newPart] = parts(was, is);
      put(was, { origins, look: "removed", parts: oldPart });
      put(is, { origins, look: "added", parts: newPart });
    } else if (change === "removed") {
      put(was, { origins: before.origins[left] ?? [], look: "removed" });
    } else {
      put(is, { origins, look: change === "same" ? "" : change });
    }
  }
  return { text: text.join("\n"), lines };
}

type Range = readonly [number, number];
const TOKEN = /\s+|\w+|./gs;

/** The ranges of two lines that the other one does not have, token by token; indentation does not count. */
export function parts(was: string, is: string): [readonly Range[], readonly Range[]] {
  const [a, b] = [was.match(TOKEN) ?? [], is.match(TOKEN) ?? []];
  const common = a.map(() => new Uint16Array(b.length + 1));
  common.push(new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [old, made]: [Range[], Range[]] = [[], []];
  let [i, j, x, y] = [0, 0, 0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i] ?? "", b[j] ?? ""];
    if (i < a.length && j < b.length && left === right) {
      [i, j, x, y] = [i + 1, j + 1, x + left.length, y + right.length];
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      add(old, x, left);
      [i, x] = [i + 1, x + left.length];
    } else {
      add(made, y, right);
      [j, y] = [j + 1, y + right.length];
    }
  }
  return [old, made];
}

function add(ranges: Range[], start: number, token: string): void {
  const last = ranges[ranges.length - 1];
  if (token.trim() === "") return;
  if (last !== undefined && last[1] === start) ranges[ranges.length - 1] = [last[0], start + token.length];
  else ranges.push([start, start + token.length]);
}

/** How many statements a pass added, removed, changed and moved. */
export function counts(rows: readonly Row[]): Readonly<Record<"added" | "removed" | "moved", number>> {
  const of = (...kinds: readonly string[]) => rows.filter(([change]) => kinds.includes(change)).length;
  return { added: of("added", "changed"), removed: of("removed", "changed"), moved: of("moved") };
}
