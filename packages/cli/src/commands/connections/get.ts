/** `svc connections get`. */
import type { Context } from "../../context.ts";

/** Shows a connection. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await (await context.tenant()).connections.get(id));
}
