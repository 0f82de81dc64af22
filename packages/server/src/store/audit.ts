/** The audit trail: rows are added and never changed. */
import type { AuditLog } from "../audit/port.ts";
import type { StoreContext } from "./context.ts";
import { storableJson } from "./text.ts";

/** @param context the database. */
export function createAuditLog(context: StoreContext): AuditLog {
  return {
    append: ({ id, clientId, tenantId, type, subject, actor, data, at }) =>
      context.once(async (queries) => {
        await queries
          .insertInto("audit_events")
          .values({ id, client_id: clientId, tenant_id: tenantId, type, subject, actor, data: storableJson(data), at })
          .execute();
      }),
  };
}
