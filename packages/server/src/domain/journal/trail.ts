/** A service client's own chain, newest first. Each event has its number and hashes. */
import type { AuditEvent, AuditEventList } from "@svc/contract";
import type { Cursors, PageQuery } from "../listings/page.ts";
import type { Caller } from "../service-clients/caller.ts";
import { hashedEvent } from "./export.ts";
import type { AuditTrail } from "./port.ts";

/** The filters and cursor of a listing. */
export type AuditEventQuery = PageQuery & {
  type?: string | undefined;
  tenant_id?: string | undefined;
  subject?: string | undefined;
};

/** The read side of the trail. */
export type AuditEvents = {
  /** @throws ServiceError INVALID_REQUEST for a cursor of another listing. */
  list(caller: Caller, query: AuditEventQuery): Promise<AuditEventList>;
};

/** @param deps.trail the stored events. */
export function createAuditEvents(deps: { trail: Pick<AuditTrail, "list">; cursors: Cursors }): AuditEvents {
  return {
    async list(caller, { limit, cursor, type = null, tenant_id: tenantId = null, subject = null }) {
      const clientId = caller.client.id;
      const scope = { listing: "auditEvents", clientId, tenantId: "", filters: [type, tenantId, subject] };
      // A chain is ordered by number, so the number replaces the time that other listings use.
      const after = deps.cursors.read(scope, cursor);
      const beforeSeq = after?.createdAt ?? null;
      const { rows, more } = await deps.trail.list(clientId, { type, tenantId, subject, beforeSeq, limit });
      const positions = rows.map(({ seq, id }) => ({ createdAt: seq, id }));
      return {
        auditEvents: rows.map((row): AuditEvent => ({ ...hashedEvent(row), service_client_id: clientId })),
        nextCursor: deps.cursors.next(scope, { rows: positions, more }),
      };
    },
  };
}
