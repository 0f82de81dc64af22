/** `svc auth status`: the masked profile behind SVC_TOKEN. */
import type { Context } from "../../context.ts";

/** Shows whose key it is. */
export async function run(context: Context): Promise<void> {
  context.show(await context.client().profile());
}
