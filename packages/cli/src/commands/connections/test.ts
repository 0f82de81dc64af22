/** `svc connections test`: ends with 1 when the credential is not alive. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Tests a connection. */
export async function run(
  context: Context,
  [id = ""]: readonly string[],
  flags: { idempotencyKey?: string },
): Promise<void> {
  const tenant = context.tenant();
  const result = await tenant.connections.test(id, { idempotencyKey: context.keyOf(flags.idempotencyKey) });
  context.show(result);
  if (!result.ok)
    throw new CommandFailure(1, result.error?.detail ?? "The connection's credential is not alive.", null);
}
