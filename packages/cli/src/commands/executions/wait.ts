/** `svc executions wait`: exits with 0 if the execution succeeded, and with 7 if its outcome is still unknown. */
import { WaitTimeoutError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { showOutcome } from "./show.ts";

/** Waits until an execution has an outcome. `--timeout` limits the wait. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { timeout } = context.options;
  const { executions } = await context.tenant();
  context.say(`Waiting for ${id} …`);
  const options = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const execution = await executions.waitForOutcome(id, options).catch(async (error: unknown) => {
    // What is known so far is still worth showing.
    if (error instanceof WaitTimeoutError) return await executions.get(id);
    throw error;
  });
  showOutcome(context, execution);
}
