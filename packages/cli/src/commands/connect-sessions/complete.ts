/** `svc connect-sessions complete`. */
import type { Context } from "../../context.ts";

/** Confirms a session that is awaiting confirmation. */
export async function run(
  context: Context,
  [id = ""]: readonly string[],
  flags: { completionCode: string },
): Promise<void> {
  context.show(await (await context.tenant()).connectSessions.complete(id, flags.completionCode));
}
