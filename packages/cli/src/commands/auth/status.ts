/** `svc auth status`: the masked profile for SVC_TOKEN. */
import type { Context } from "../../context.ts";

/** Shows which service client the key belongs to. */
export async function run(context: Context): Promise<void> {
  context.show(await context.client().profile());
}
