// What the test explorer shows of a file: its functions that can be run, each compared with its reference.

import type { FunctionReference, Report } from "./protocol";
import { runTargets } from "./runTargets";

export interface TestTarget extends FunctionReference {
  /** The line of its lens, counted from 0. */
  readonly line: number;
}

interface Lens {
  readonly range: { readonly start: { readonly line: number } };
}

/** The functions that the lenses of a file offer to run, by name; instantiations that nobody chose are left out. */
export function testTargets(lenses: readonly Lens[]): TestTarget[] {
  const found = new Map<string, TestTarget>();
  for (const lens of lenses) {
    for (const target of runTargets([lens])) {
      if (target.given === undefined && !found.has(target.name)) {
        found.set(target.name, { ...target, line: lens.range.start.line });
      }
    }
  }
  return [...found.values()];
}

/** What a report means for a test: a run that compared nothing shows nothing, and is skipped. */
export function verdict(report: Report): "passed" | "failed" | "skipped" {
  if (!report.ok) {
    return "failed";
  }
  return /^compared /m.test(report.text) ? "passed" : "skipped";
}
