/** Waits in browser tests. */
import assert from "node:assert/strict";

/** Waits for a condition, at most a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await holds());) {
    assert.ok(Date.now() < deadline, "the condition did not hold in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
