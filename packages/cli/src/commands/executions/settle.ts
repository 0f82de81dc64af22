/** `svc executions settle`: exits with 0 if the execution succeeded, and with 7 if its outcome is still unknown. */
import type { Context } from "../../context.ts";
import { showOutcome } from "./show.ts";

/** Looks at the provider for the effect of an unknown outcome. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  showOutcome(context, await (await context.tenant()).executions.settle(id));
}
