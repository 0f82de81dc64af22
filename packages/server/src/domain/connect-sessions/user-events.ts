/**
 * Audit events that an end user causes. One session can cause the same event repeatedly, and events are kept for more
 * than a year, so repeats are counted: the first is written, then the tenth, the hundredth and so on, with the count.
 */
import type { Audit } from "../audit/audit.ts";
import type { AuditData } from "../audit/port.ts";
import type { Platform } from "../../platform.ts";
import { openSessionStatuses, type ConnectSessionRow } from "./port.ts";
import { statusAt } from "./present.ts";

/**
 * Records an action by the session's user while the session is open; an ended session writes no more events.
 * @param session the session before the action.
 * @param data nothing secret; two events are the same if type and data are.
 */
export type RecordUserEvent = (session: ConnectSessionRow, type: string, data: AuditData) => Promise<void>;

/** The maximum number of sessions remembered. A forgotten session writes its first event again. */
const sessionsMax = 5000;
/**
 * The maximum number of different events counted per session. Above it, for example if each call has another origin,
 * only the type counts.
 */
const eventsMax = 16;

/** Creates the recorder. Its counts are per process. */
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
    const recorded = times === 1 ? data : { ...data, count: times };
    await deps.audit.record(type, { clientId, tenantId, subject, actor: "end_user", data: recorded });
  };
}

function isPowerOfTen(times: number): boolean {
  return /^10*$/.test(String(times));
}
