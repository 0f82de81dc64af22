/** `svc tenants delete`. */
import type { Context } from "../../context.ts";

/** Deletes a tenant. It must be named, so that SVC_TENANT_ID is never deleted by mistake. */
export async function run(
  context: Context,
  [named = ""]: readonly string[],
  flags: { force?: boolean },
): Promise<void> {
  const id = await context.tenantId(named);
  await context.client().tenants.delete(id, flags.force === true ? { force: true } : {});
  context.show({ id, deleted: true });
}
