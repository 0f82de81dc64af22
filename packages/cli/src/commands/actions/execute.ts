/**
 * `svc actions execute`. A key that we make ourselves could hide an open question: an unknown outcome of the same action,
 * connection and non-sensitive input is looked for first, and if there is one nothing is sent (contract §7.3).
 */
import { dropSensitive, type Action, type Execution } from "@svc/contract";
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
  const tenant = context.tenant();
  const key = flags.idempotencyKey ?? (await makeKey(context, tenant, flags.connection, actionId, input));
  const options = key === null ? {} : { idempotencyKey: key };
  const { execution, output, replayed } = await tenant.actions.execute(flags.connection, actionId, input, options);
  if (replayed) context.say("Replayed: this is the key's first answer; nothing was sent again.");
  if (context.options.format === "json") {
    context.show({ execution, output });
    return;
  }
  context.say(`${execution.id}: ${execution.status}`);
  if (typeof output === "object" && output !== null) context.show(output);
}

/** A new key for a write, shown before anything is sent; null for a read. */
async function makeKey(
  context: Context,
  tenant: TenantScope,
  connectionId: string,
  actionId: string,
  input: Record<string, unknown>,
): Promise<string | null> {
  const { provider } = await tenant.connections.get(connectionId);
  const action = await tenant.actions.get(provider, actionId);
  if (action.effect === "read") return null;
  const open = await openQuestion(tenant, connectionId, action, input);
  if (open !== null) {
    const message = `ACTION_OUTCOME_UNKNOWN: ${open.id} did the same and nobody knows its outcome yet. Nothing was sent. Look it up, then settle it with \`svc executions resolve ${open.id}\`; to act regardless, bring a key of your own with --idempotency-key.`;
    const retryable = false;
    throw new CommandFailure(7, message, { code: "ACTION_OUTCOME_UNKNOWN", execution_id: open.id, retryable });
  }
  return context.keyOf(undefined);
}

async function openQuestion(
  tenant: TenantScope,
  connectionId: string,
  action: Action,
  input: Record<string, unknown>,
): Promise<Execution | null> {
  const summary = canonical(dropSensitive(action.inputSchema, input));
  const query = { connection_id: connectionId, action_id: action.id, status: "outcome_unknown", limit: 100 } as const;
  for await (const execution of tenant.executions.list(query)) {
    if (canonical(execution.summary.input) === summary) return execution;
  }
  return null;
}

/** JSON with sorted keys: equal texts for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
