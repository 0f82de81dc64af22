/** `svc connect-sessions cancel`. */
import type { Context } from "../../context.ts";

/** Cancels a session. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await (await context.tenant()).connectSessions.cancel(id));
}
