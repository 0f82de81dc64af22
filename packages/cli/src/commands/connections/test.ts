/** `svc connections test`: exits with 1 if the provider rejects the credential. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Tests a connection. */
export async function run(
  context: Context,
  [id = ""]: readonly string[],
  flags: { idempotencyKey?: string },
): Promise<void> {
  const tenant = await context.tenant();
  const result = await tenant.connections.test(id, { idempotencyKey: context.ensureKey(flags.idempotencyKey) });
  context.show(result);
  if (!result.ok)
    throw new CommandFailure(1, result.error?.detail ?? "The provider rejects the connection's credential.", null);
}
