/**
 * Audit events that an end user causes. One session can cause the same event again and again, and events are kept for
 * more than a year, so repeats are counted: the first is written, then the tenth, the hundredth and so on, with the count.
 */
import type { Audit } from "../audit/audit.ts";
import type { AuditData } from "../audit/port.ts";
import type { Platform } from "../platform.ts";
import { openSessionStatuses, type ConnectSessionRow } from "./port.ts";
import { statusAt } from "./present.ts";

/**
 * Records what a session's user did, while the session is open; a session that has ended writes no more events.
 * @param session the session before what it tells of.
 * @param data nothing secret; events are the same where type and data are.
 */
export type RecordUserEvent = (session: ConnectSessionRow, type: string, data: AuditData) => Promise<void>;

/** Sessions remembered at most. One that is forgotten writes its first event once more. */
const sessionsMax = 5000;
/** Different events counted for one session. Beyond, as where each call has another origin, only the type counts. */
const eventsMax = 16;

/** Makes the recorder. What it counts is this process's alone. */
export function createUserEvents(deps: { audit: Audit; platform: Pick<Platform, "nowMs"> }): RecordUserEvent {
  const counts = new Map<string, Map<string, number>>();
  const count = (sessionId: string, type: string, data: AuditData): number => {
    const known = counts.get(sessionId) ?? new Map<string, number>();
    counts.delete(sessionId);
    counts.set(sessionId, known);
    if (counts.size > sessionsMax) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
    const own = `${type} ${JSON.stringify(data)}`;
    const name = known.has(own) || known.size < eventsMax ? own : type;
    const times = (known.get(name) ?? 0) + 1;
    known.set(name, times);
    return times;
  };
  return async (session, type, data) => {
    const { id: subject, clientId, tenantId } = session;
    if (!openSessionStatuses.includes(statusAt(session, deps.platform.nowMs()))) {
      counts.delete(subject);
      return;
    }
    const times = count(subject, type, data);
    if (!isPowerOfTen(times)) return;
    const told = times === 1 ? data : { ...data, count: times };
    await deps.audit.record(type, { clientId, tenantId, subject, actor: "end_user", data: told });
  };
}

function isPowerOfTen(times: number): boolean {
  return /^10*$/.test(String(times));
}
