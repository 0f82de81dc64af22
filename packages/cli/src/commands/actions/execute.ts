/**
 * `svc actions execute`. A newly created key could hide an unknown outcome. So this first looks for one with the same action,
 * connection and non-sensitive input, and sends nothing if there is one (contract §7.3).
 */
import type { TenantScope } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { readInput } from "../../input.ts";

/** Executes an action. */
export async function run(
  context: Context,
  [actionId = ""]: readonly string[],
  flags: { connection: string; input: string; idempotencyKey?: string },
): Promise<void> {
  const input = readInput(context.io, flags.input);
  const tenant = await context.tenant();
  const call = { connectionId: flags.connection, actionId, input };
  const { id, key } =
    flags.idempotencyKey === undefined
      ? await prepare(context, tenant, call)
      : { id: actionId, key: flags.idempotencyKey };
  const options = key === null ? {} : { idempotencyKey: key };
  const { execution, output, replayed } = await tenant.connection(flags.connection).executeUntyped(id, input, options);
  if (replayed) context.say("Replayed: this is the key's first answer. Nothing was sent again.");
  if (context.options.format === "json") {
    context.show({ execution, output });
    return;
  }
  context.say(`${execution.id}: ${execution.status}`);
  if (typeof output === "object" && output !== null) context.show(output);
}

/** Looks the action up, and creates a key for a write. The key is printed before anything is sent. */
async function prepare(
  context: Context,
  tenant: TenantScope,
  call: { connectionId: string; actionId: string; input: Record<string, unknown> },
): Promise<{ id: string; key: string | null }> {
  const { provider } = await tenant.connections.get(call.connectionId);
  const action = await tenant.actions.get(provider, call.actionId);
  if (action.effect === "read") return { id: action.id, key: null };
  const earlier = await tenant.connection(call.connectionId).findUnknownOutcome(action, call.input);
  if (earlier !== null) {
    const message = `ACTION_OUTCOME_UNKNOWN: ${earlier.id} was the same request, and its outcome is unknown. Nothing was sent. Have svc look for its effect with \`svc executions settle ${earlier.id}\`, or check at the provider, then resolve it with \`svc executions resolve ${earlier.id}\`. To send anyway, pass your own key with --idempotency-key.`;
    const retryable = false;
    throw new CommandFailure(7, message, { code: "ACTION_OUTCOME_UNKNOWN", execution_id: earlier.id, retryable });
  }
  return { id: action.id, key: context.ensureKey(undefined) };
}
