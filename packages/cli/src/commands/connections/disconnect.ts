/** `svc connections disconnect`. */
import type { Context } from "../../context.ts";

/** Destroys a connection's stored credential. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await (await context.tenant()).connections.disconnect(id));
  context.say("Nothing was revoked at the provider. To stop the token from working, revoke it there.");
}
