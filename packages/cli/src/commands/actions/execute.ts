/**
 * `svc actions execute`. A newly created key could hide an unknown outcome. So this first looks for one with the same action,
 * connection and non-sensitive input, and sends nothing if there is one (contract §7.3).
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
  const key = flags.idempotencyKey ?? (await createKey(context, tenant, flags.connection, actionId, input));
  const options = key === null ? {} : { idempotencyKey: key };
  const { execution, output, replayed } = await tenant.actions.execute(flags.connection, actionId, input, options);
  if (replayed) context.say("Replayed: this is the key's first answer. Nothing was sent again.");
  if (context.options.format === "json") {
    context.show({ execution, output });
    return;
  }
  context.say(`${execution.id}: ${execution.status}`);
  if (typeof output === "object" && output !== null) context.show(output);
}

/** Creates a key for a write and prints it before anything is sent. Returns null for a read. */
async function createKey(
  context: Context,
  tenant: TenantScope,
  connectionId: string,
  actionId: string,
  input: Record<string, unknown>,
): Promise<string | null> {
  const { provider } = await tenant.connections.get(connectionId);
  const action = await tenant.actions.get(provider, actionId);
  if (action.effect === "read") return null;
  const earlier = await findUnknownOutcome(tenant, connectionId, action, input);
  if (earlier !== null) {
    const message = `ACTION_OUTCOME_UNKNOWN: ${earlier.id} was the same request, and its outcome is unknown. Nothing was sent. Look it up, then resolve it with \`svc executions resolve ${earlier.id}\`. To send anyway, pass your own key with --idempotency-key.`;
    const retryable = false;
    throw new CommandFailure(7, message, { code: "ACTION_OUTCOME_UNKNOWN", execution_id: earlier.id, retryable });
  }
  return context.ensureKey(undefined);
}

async function findUnknownOutcome(
  tenant: TenantScope,
  connectionId: string,
  action: Action,
  input: Record<string, unknown>,
): Promise<Execution | null> {
  const summary = canonicalJson(dropSensitive(action.inputSchema, input));
  const query = { connection_id: connectionId, action_id: action.id, status: "outcome_unknown", limit: 100 } as const;
  for await (const execution of tenant.executions.list(query)) {
    if (canonicalJson(execution.summary.input) === summary) return execution;
  }
  return null;
}

/** JSON with sorted keys, so that equal values give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
