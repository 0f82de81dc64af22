/** Waits for a condition. */
import assert from "node:assert/strict";

/** Polls until the result is not null, for at most 20 seconds. */
export async function until<Value>(ask: () => Promise<Value | null> | Value | null): Promise<Value> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const value = await ask();
    if (value !== null) return value;
    assert.ok(Date.now() < deadline, "the condition was not met in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
