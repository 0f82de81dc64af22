/**
 * The audit event for the end of a Connect session. The store appends it in the transaction that ends the session.
 */
import { auditEvent, type AuditDeps } from "../audit/audit.ts";
import type { AuditData, AuditEvent } from "../audit/port.ts";
import type { SessionOwner } from "./port.ts";

/**
 * How a session ended without a connection, and the actor: `key:<public id>`, `end_user`, or `system` if it expired.
 */
export type SessionEnd = { status: "failed" | "cancelled" | "expired"; actor: string; data?: AuditData };

/** Creates `connect_session.failed`, `.cancelled` or `.expired`. */
export function sessionEnd(
  deps: AuditDeps,
  session: SessionOwner,
  { status, actor, data = {} }: SessionEnd,
): AuditEvent {
  const { clientId, tenantId, id: subject } = session;
  return auditEvent(deps, `connect_session.${status}`, { clientId, tenantId, subject, actor, data });
}
