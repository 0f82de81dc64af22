/** Maps idempotency keys from their table. */
import type { KeptResponse, KeyRow } from "../../../domain/idempotency/port.ts";
import type { IdempotencyKeysTable } from "../tables.ts";
import { parsedJsonOrNull } from "../text.ts";

/** A row of `idempotency_keys`. */
export function keyRow(row: IdempotencyKeysTable): KeyRow {
  return {
    clientId: row.client_id,
    tenantId: row.tenant_id,
    key: row.key,
    state: row.state as KeyRow["state"],
    fingerprint: row.fingerprint,
    executionId: row.execution_id,
    response: parsedJsonOrNull<KeptResponse>(row.response),
    attempt: row.attempt,
    ownerId: row.owner_id,
    createdAt: row.created_at,
  };
}
