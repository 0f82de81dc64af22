/** `svc proposals wait`: exits with 0 once svc has executed the call, 8 if it's still pending, 3 if it was refused. */
import type { Proposal } from "@svc/contract";
import type { Context } from "../../context.ts";
import { isOver, waitWatched } from "../../waiting.ts";
import { showDecided } from "./show.ts";

/** Waits until a proposal is executed or closed. `--timeout` limits the wait. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { proposals } = await context.tenant();
  const proposal = await waitWatched<Proposal>(context, {
    noun: "proposals",
    id,
    timeoutMsDefault: 10 * 60_000,
    wait: (options) => proposals.wait(id, options),
  }).catch(async (error: unknown) => {
    // What is known so far is still worth showing.
    if (isOver(error)) return await proposals.get(id);
    throw error;
  });
  showDecided(context, proposal);
}
