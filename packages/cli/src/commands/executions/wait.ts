/** `svc executions wait`: exits with 0 if the execution succeeded, and with 7 if its outcome is still unknown. */
import type { Execution } from "@svc/contract";
import type { Context } from "../../context.ts";
import { isOver, waitWatched } from "../../waiting.ts";
import { showOutcome } from "./show.ts";

/** Waits until an execution has an outcome. `--timeout` limits the wait. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const { executions } = await context.tenant();
  const execution = await waitWatched<Execution>(context, {
    noun: "executions",
    id,
    timeoutMsDefault: 60_000,
    wait: (options) => executions.wait(id, options),
  }).catch(async (error: unknown) => {
    // What is known so far is still worth showing.
    if (isOver(error)) return await executions.get(id);
    throw error;
  });
  showOutcome(context, execution);
}
