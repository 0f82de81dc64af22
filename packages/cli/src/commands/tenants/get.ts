/** `svc tenants get`: the given tenant, or the one in SVC_TENANT_ID. */
import type { Context } from "../../context.ts";

/** Shows a tenant. */
export async function run(context: Context, [id]: readonly (string | undefined)[]): Promise<void> {
  context.show(await context.client().tenants.get(await context.tenantId(id)));
}
