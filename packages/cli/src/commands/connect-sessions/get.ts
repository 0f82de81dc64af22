/** `svc connect-sessions get`. */
import type { Context } from "../../context.ts";

/** Shows a session. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await (await context.tenant()).connectSessions.get(id));
}
