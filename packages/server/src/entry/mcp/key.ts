/**
 * The idempotency key of a tool call: the call's own, or a generated one, unless the same call has an unknown outcome.
 */
import { dropUnrecorded, holdsMark, ServiceError } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import canonicalize from "canonicalize";
import type { ExecutionQuery } from "../../domain/executions/port.ts";
import type { ExecutionRow } from "../../domain/records/record.ts";
import { readIdempotencyKey } from "../../domain/idempotency/key.ts";
import type { McpScope, McpServices } from "./deps.ts";
import type { McpAction } from "./tools.ts";

/** The names that a call's `_meta` may use; the second is for hosts that require a prefix on every name. */
const keyNames = ["idempotencyKey", "svc/idempotencyKey"] as const;

/**
 * Returns the key in a call, unquoted; null if it has none.
 * @param meta the call's `_meta`. @param repeatedKey the key of the call that this one repeats.
 * @throws ServiceError IDEMPOTENCY_KEY_INVALID for a malformed key, and for two that differ.
 */
export function readKey(
  meta: Readonly<Record<string, unknown>> | undefined,
  repeatedKey: string | undefined,
): string | null {
  const values = [...keyNames.map((name) => meta?.[name]), repeatedKey].filter((value) => value !== undefined);
  const keys = new Set(values.map((value) => (typeof value === "string" ? readIdempotencyKey([value]) : null)));
  const [key = null] = keys;
  if (keys.size > 1 || (key === null && keys.size > 0)) {
    throw new ServiceError("IDEMPOTENCY_KEY_INVALID", { detail: invalidDetail });
  }
  return key;
}

const invalidDetail =
  "`_meta.idempotencyKey` must be text of 1 to 255 visible ASCII characters, bare or quoted. Nothing was done.";

const pageSize = 100;

/**
 * Finds an execution with the same action, connection and non-sensitive input whose outcome is unknown; null if there
 * is none (contract §7.3).
 */
export async function findUnknownOutcome(
  services: Pick<McpServices, "records">,
  { caller, tenantId }: Pick<McpScope, "caller" | "tenantId">,
  call: { action: Action; connectionId: string; input: unknown },
): Promise<ExecutionRow | null> {
  const { action, connectionId, input } = call;
  const asked = canonical(dropUnrecorded(action.input, input));
  const filters = { connectionId, actionId: action.id, status: "outcome_unknown" as const, idempotencyKey: null };
  let after: ExecutionQuery["after"] = null;
  for (;;) {
    const page = await services.records.list(caller, tenantId, { ...filters, after, limit: pageSize });
    const same = page.rows.find(({ summaryInput }) => canonical(summaryInput) === asked);
    const last = page.rows.at(-1);
    if (same !== undefined) return same;
    if (!page.more || last === undefined) return null;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

/** Whether a record contains an action's whole input, so that equal records are of equal calls. */
export function isWhollyRecorded({ input }: Pick<Action, "input">): boolean {
  return !holdsMark(input);
}

function canonical(value: unknown): string {
  return canonicalize(value ?? null) ?? "";
}

/** Returns the connection that a key was used with for this action, if exactly one is known; otherwise null. */
export async function findConnectionOfKey(
  services: Pick<McpServices, "records">,
  { caller, tenantId }: Pick<McpScope, "caller" | "tenantId">,
  { provider, action }: Pick<McpAction, "provider" | "action">,
  key: string,
): Promise<string | null> {
  const filters = { connectionId: null, actionId: action.id, status: null, idempotencyKey: key };
  const page = await services.records.list(caller, tenantId, { ...filters, after: null, limit: pageSize });
  const own = page.rows.filter((row) => row.provider === provider.slug);
  const [first, ...others] = new Set(own.map(({ connectionId }) => connectionId));
  return first !== undefined && others.length === 0 ? first : null;
}
