/** Audit events caused by end users. A session can repeat the same event many times, so repeats are counted. */
import type { Audit } from "../audit/audit.ts";
import type { AuditData } from "../audit/port.ts";
import { createRepeats } from "../audit/repeats.ts";
import type { Platform } from "../../platform.ts";
import { openSessionStatuses, type ConnectSessionRow } from "./port.ts";
import { statusAt } from "./present.ts";

/**
 * Records an action by the session's user while the session is open. After it has ended, no more events are written.
 * @param session the session before the action.
 * @param data nothing secret. Two events with equal type and data count as the same.
 */
export type RecordUserEvent = (session: ConnectSessionRow, type: string, data: AuditData) => Promise<void>;

/** Creates the recorder. Its counts are per process. */
export function createUserEvents(deps: { audit: Audit; platform: Pick<Platform, "nowMs"> }): RecordUserEvent {
  const repeats = createRepeats();
  return async (session, type, data) => {
    const { id: subject, clientId, tenantId } = session;
    if (!openSessionStatuses.includes(statusAt(session, deps.platform.nowMs()))) {
      repeats.forget(subject);
      return;
    }
    const recorded = repeats.count(subject, type, data);
    if (recorded === null) return;
    await deps.audit.record(type, { clientId, tenantId, subject, actor: "end_user", data: recorded });
  };
}
