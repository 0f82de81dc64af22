/** A claim as columns: what the statements of both engines take of it. */
import type { AuditEvent } from "../../audit/port.ts";
import type { ExecutionRow, NewExecution } from "../../executions/port.ts";
import type { KeyClaim } from "../../idempotency/port.ts";
import { appendableEvent } from "../audit.ts";
import type { ExecutionsTable } from "../tables.ts";
import { storableJson } from "../text.ts";
import { executionColumns, executionRow } from "./rows.ts";

/** One claim, as the store's port takes it. */
export type Claim = {
  row: NewExecution;
  claim: KeyClaim | null;
  use: AuditEvent | null;
  /** The credential's version, if the connection comes from a cache. */
  cachedVersion?: number | undefined;
};

/** `fingerprint` is "" where there is no key, `event_id` where there is no event, `recalled_version` 0 for none. */
export type ClaimColumns = Pick<
  ExecutionsTable,
  | "id"
  | "client_id"
  | "tenant_id"
  | "connection_id"
  | "provider"
  | "action_id"
  | "effect"
  | "summary_input"
  | "idempotency_key"
  | "owner_id"
  | "created_at"
> &
  typeof noEvent & {
    fingerprint: string;
    key_created_at: number;
    recalled_version: number;
  };

/** @throws RangeError for an event that no document can be made of. */
export function claimColumnsOf({ row, claim, use, cachedVersion }: Claim): ClaimColumns {
  const event = use === null ? noEvent : appendableEvent(use);
  // Written out: an object that is put together from others has no form of its own, and each claim would pay for that.
  return {
    id: row.id,
    client_id: row.clientId,
    tenant_id: row.tenantId,
    connection_id: row.connectionId,
    provider: row.provider,
    action_id: row.actionId,
    effect: row.effect,
    summary_input: storableJson(row.summaryInput),
    idempotency_key: row.idempotencyKey,
    owner_id: row.ownerId,
    created_at: row.createdAt,
    fingerprint: claim?.fingerprint ?? "",
    key_created_at: claim?.createdAt ?? 0,
    event_id: event.event_id,
    event_tenant_id: event.event_tenant_id,
    event_type: event.event_type,
    event_subject: event.event_subject,
    event_actor: event.event_actor,
    event_data: event.event_data,
    event_at: event.event_at,
    document_start: event.document_start,
    document_end: event.document_end,
    recalled_version: cachedVersion ?? 0,
  };
}

/** The record as it was claimed by these columns. @param attempt its key's; 1 where it has none. */
export function claimedRow({ row }: Claim, { summary_input }: ClaimColumns, attempt: number): ExecutionRow {
  return executionRow(executionColumns(row, attempt, summary_input));
}

const noEvent = {
  event_id: "",
  event_tenant_id: "",
  event_type: "",
  event_subject: "",
  event_actor: "",
  event_data: "",
  event_at: 0,
  document_start: "",
  document_end: "",
};
