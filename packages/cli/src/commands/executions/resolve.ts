/** `svc executions resolve`. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Settles an unknown outcome. */
export async function run(
  context: Context,
  [id = ""]: readonly string[],
  flags: { outcome: string; note: string },
): Promise<void> {
  const { outcome, note } = flags;
  if (outcome !== "succeeded" && outcome !== "failed") {
    throw new CommandFailure(2, "--outcome must be succeeded or failed.");
  }
  context.show(await context.tenant().executions.resolve(id, { outcome, note }));
}
