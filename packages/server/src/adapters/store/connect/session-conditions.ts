/** Conditions for an open Connect session, shared by every statement that needs one. */
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from "kysely";
import { openSessionStatuses } from "../../../domain/connect-sessions/port.ts";
import type { Tables } from "../tables.ts";

type SessionExpressions = ExpressionBuilder<Tables, "connect_sessions">;
type SessionCondition = ExpressionWrapper<Tables, "connect_sessions", SqlBool>;

/** The session hasn't ended. It may have expired. */
export function openSession(eb: SessionExpressions): SessionCondition {
  // Inlined, not bound, because a plan for an unknown status would have to expect a common one.
  return eb(
    "connect_sessions.status",
    "in",
    openSessionStatuses.map((status) => sql.lit(status)),
  );
}

/** The session hasn't ended or expired by this time. */
export function openSessionAt(at: number): (eb: SessionExpressions) => SessionCondition {
  return (eb) => eb.and([openSession(eb), eb("connect_sessions.expires_at", ">", at)]);
}

const isOpen = `status in (${openSessionStatuses.map((status) => `'${status}'`).join(", ")})`;

/**
 * The condition for sessions shown with the status `:status` at `:nowMs`. A session past its expiry counts as expired,
 * swept or not.
 */
export function shownAs(status: string): string {
  if (status === "expired") return `(status = 'expired' or ${isOpen} and expires_at <= :nowMs)`;
  const opens = openSessionStatuses.some((open) => open === status);
  return opens ? "status = :status and expires_at > :nowMs" : "status = :status";
}
