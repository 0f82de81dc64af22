/** `svc tenants create`. */
import type { Context } from "../../context.ts";

/** Makes a tenant. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { externalId: string; displayName: string; idempotencyKey?: string },
): Promise<void> {
  const { externalId, displayName, idempotencyKey } = flags;
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  context.show(await context.client().tenants.create({ externalId, displayName }, options));
}
