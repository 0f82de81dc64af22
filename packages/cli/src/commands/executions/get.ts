/** `svc executions get`. */
import type { Context } from "../../context.ts";
import { showExecution } from "./show.ts";

/** Shows an execution. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  showExecution(context, await (await context.tenant()).executions.get(id));
}
