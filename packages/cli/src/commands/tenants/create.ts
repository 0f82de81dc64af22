/** `svc tenants create`. */
import type { Context } from "../../context.ts";
import { dropUndefined } from "../paging.ts";

/** Creates a tenant. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { externalId: string; displayName: string; label?: string; idempotencyKey?: string },
): Promise<void> {
  const { externalId, displayName, label } = flags;
  const client = context.client();
  const idempotencyKey = context.ensureKey(flags.idempotencyKey);
  const body = { externalId, displayName, ...dropUndefined({ label }) };
  context.show(await client.tenants.create(body, { idempotencyKey }));
}
