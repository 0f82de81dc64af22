/** `svc actions propose`: asks a person to approve a call, whatever the policy says. */
import type { Context } from "../../context.ts";
import { readInput } from "../../input.ts";
import { prepareCall } from "./prepare.ts";

/** Proposes an action, and prints the proposal. */
export async function run(
  context: Context,
  [actionId = ""]: readonly string[],
  flags: { connection: string; input: string; idempotencyKey?: string },
): Promise<void> {
  const { connection: connectionId } = flags;
  const input = readInput(context.io, flags.input);
  const tenant = await context.tenant();
  const call = { connectionId, actionId, input, key: flags.idempotencyKey };
  const { id, key } = await prepareCall(context, tenant, call);
  const options = key === null ? {} : { idempotencyKey: key };
  context.show(await tenant.connection(connectionId).proposeUntyped(id, input, options));
}
