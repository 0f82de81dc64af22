/**
 * Prepares a call for which the caller passed no key. A newly created key could repeat a write whose outcome is
 * unknown, so this first looks for one with the same action, connection and non-sensitive input, and sends nothing if
 * it finds one (contract §7.3).
 */
import type { TenantScope } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { findAction } from "./find.ts";

/** A call as given on the command line. */
export type GivenCall = {
  connectionId: string;
  actionId: string;
  input: Record<string, unknown>;
  /** The caller's own key, if there is one. */
  key: string | undefined;
};

/**
 * Looks up the action, and creates a key for a write. The key is printed before anything is sent.
 * @returns the id to send, and its key; null for a read. @throws CommandFailure exit 7 for an unknown outcome.
 */
export async function prepareCall(
  context: Context,
  tenant: TenantScope,
  { connectionId, actionId, input, key }: GivenCall,
): Promise<{ id: string; key: string | null }> {
  if (key !== undefined) return { id: actionId, key };
  const { provider } = await tenant.connections.get(connectionId);
  const action = await findAction(tenant, provider, actionId);
  if (action.effect === "read") return { id: action.id, key: null };
  const earlier = await tenant.connection(connectionId).findUnknownOutcome(action, input);
  if (earlier !== null) {
    const message = `ACTION_OUTCOME_UNKNOWN: ${earlier.id} was the same request, and its outcome is unknown. Nothing was sent. Have svc look for its effect with \`svc executions settle ${earlier.id}\`, or check at the provider, then resolve it with \`svc executions resolve ${earlier.id}\`. To send anyway, pass your own key with --idempotency-key.`;
    const retryable = false;
    throw new CommandFailure(7, message, { code: "ACTION_OUTCOME_UNKNOWN", execution_id: earlier.id, retryable });
  }
  return { id: action.id, key: context.ensureKey(undefined) };
}
