// Steps of a scenario, each a test.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";

/** Makes a function that adds a step: they build on one another, and after a failure, of which there is a picture, the rest would only wait for what cannot come. */
export function stepsOf(windowNow) {
  let failed = false;
  return (name, act) =>
    test(name, async () => {
      assert.ok(!failed, "a step before this one failed");
      try {
        await act();
      } catch (error) {
        failed = true;
        await windowNow()?.page.screenshot({ path: path.join(process.env.CACHE, "failure.png") });
        throw error;
      }
    });
}
