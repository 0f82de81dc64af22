/** `svc proposals wait`: exits with 0 once svc has executed the call, 8 if it's still pending, 3 if it was refused. */
import { WaitTimeoutError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { showDecided } from "./show.ts";

/** Waits until a proposal is executed or closed. `--timeout` limits the wait. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { timeout } = context.options;
  const { proposals } = await context.tenant();
  context.say(`Waiting for ${id} …`);
  const options = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const proposal = await proposals.waitForDecision(id, options).catch(async (error: unknown) => {
    // What is known so far is still worth showing.
    if (error instanceof WaitTimeoutError) return await proposals.get(id);
    throw error;
  });
  showDecided(context, proposal);
}
