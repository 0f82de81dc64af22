/** `svc tenants create`. */
import type { Context } from "../../context.ts";

/** Creates a tenant. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { externalId: string; displayName: string; idempotencyKey?: string },
): Promise<void> {
  const { externalId, displayName } = flags;
  const client = context.client();
  const idempotencyKey = context.ensureKey(flags.idempotencyKey);
  context.show(await client.tenants.create({ externalId, displayName }, { idempotencyKey }));
}
