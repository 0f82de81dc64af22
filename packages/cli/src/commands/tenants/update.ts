/** `svc tenants update`. */
import type { Context } from "../../context.ts";

/** Renames a tenant. */
export async function run(
  context: Context,
  [id]: readonly (string | undefined)[],
  flags: { displayName: string },
): Promise<void> {
  const { displayName } = flags;
  context.show(await context.client().tenants.update(await context.tenantId(id), { displayName }));
}
