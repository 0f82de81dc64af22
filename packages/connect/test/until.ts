/** What tests in Chromium wait for. */
import assert from "node:assert/strict";

/** Waits until it holds, for a minute at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await holds());) {
    assert.ok(Date.now() < deadline, "it did not come to that in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
