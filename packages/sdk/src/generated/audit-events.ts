/** The calls of `client.auditEvents`, generated from the contract's operations by `npm run generate`. */
import type { AuditEvent } from "@svc/contract";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import type { CallOptions } from "../transport.ts";

/** The calls of `client.auditEvents`. */
export type AuditEventsScope = ReturnType<typeof createAuditEventsScope>;

/** @param calls sends the requests. */
export function createAuditEventsScope(calls: Calls) {
  return {
    /**
     * Returns every change for this service client and every use of a credential, newest first. The events form a
     * chain: each `hash` covers the event and the previous hash, so you can detect events that were changed, removed
     * or inserted. The events of a deleted tenant remain.
     */
    list: (
      query: { type?: string; tenant_id?: string; subject?: string; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<AuditEvent> => calls.page<AuditEvent>("/v1/audit-events", "auditEvents", query, options),
  };
}
