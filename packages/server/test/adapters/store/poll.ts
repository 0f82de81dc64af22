/** Waiting for a state that time brings, without guessing how long it takes. */

const pollDeadlineMs = 60_000;

/** Asks until the answer is true. @throws Error after twenty seconds. */
export async function until(ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + pollDeadlineMs;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error("What was waited for did not come.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
