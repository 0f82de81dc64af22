/** `svc executions get`. */
import type { Context } from "../../context.ts";

/** Shows an execution. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await (await context.tenant()).executions.get(id));
}
