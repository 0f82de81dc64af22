/** `svc executions resolve`. */
import type { ResolveExecution } from "@svc/contract";
import type { Context } from "../../context.ts";

/** Resolves an unknown outcome. */
export async function run(
  context: Context,
  [id = ""]: readonly string[],
  flags: Required<ResolveExecution>,
): Promise<void> {
  const { outcome, note } = flags;
  context.show(await (await context.tenant()).executions.resolve(id, { outcome, note }));
}
