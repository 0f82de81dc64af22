/** Polls for a state, instead of guessing how long it takes. */

const pollDeadlineMs = 60_000;

/** Polls until the condition holds. @throws Error after twenty seconds. */
export async function until(ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + pollDeadlineMs;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error("The condition was not met in time.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
