/** Audit events caused by end users. A session can repeat the same event many times, so repeats are counted. */
import type { TrailTypeName } from "../journal/types.ts";
import type { Audit } from "../journal/entry.ts";
import type { AuditData, NewEntry } from "../journal/port.ts";
import { createRepeats } from "../journal/repeats.ts";
import type { Platform } from "../../platform.ts";
import { openSessionStatuses, type ConnectSessionRow } from "./port.ts";
import { statusAt } from "./present.ts";

/** What end users did, and what of it is recorded. */
export type UserEvents = {
  /**
   * Records an action by the session's user that changed nothing, while the session is open. After it has ended, no
   * more events are written.
   * @param session the session before the action.
   * @param data nothing secret. Two events with equal type and data count as the same.
   */
  recordUserEvent: (session: ConnectSessionRow, type: TrailTypeName, data: AuditData) => Promise<void>;
  /**
   * Gives the change that a user's action makes the event to record in its transaction, null for a repeat that isn't
   * recorded. The action is counted first, so that of many at once only one is recorded.
   * @param change returns whether it was made.
   */
  recordWithChange: (
    session: ConnectSessionRow,
    event: { type: TrailTypeName; data: AuditData },
    change: (recorded: NewEntry | null) => Promise<boolean>,
  ) => Promise<boolean>;
};

/** Creates the recorder. Its counts are per process. */
export function createUserEvents(deps: { audit: Audit; platform: Pick<Platform, "nowMs"> }): UserEvents {
  const repeats = createRepeats();
  const isOpen = (session: ConnectSessionRow): boolean =>
    openSessionStatuses.includes(statusAt(session, deps.platform.nowMs()));
  return {
    async recordUserEvent(session, type, data) {
      const { id: subject, clientId, tenantId } = session;
      if (!isOpen(session)) {
        repeats.forget(subject);
        return;
      }
      const recorded = repeats.count(subject, type, data);
      if (recorded === null) return;
      await deps.audit.record({ type, clientId, tenantId, subject, actor: "end_user", data: recorded });
    },
    async recordWithChange({ id: subject, clientId, tenantId }, { type, data }, change) {
      const counted = repeats.count(subject, type, data);
      const event: NewEntry | null =
        counted === null ? null : { type, clientId, tenantId, subject, actor: "end_user", data: counted };
      let isMade = false;
      try {
        isMade = await change(event);
      } finally {
        // A change that wasn't made must not use up the event of the next one.
        if (!isMade && event !== null) repeats.restart(subject, type, data);
      }
      return isMade;
    },
  };
}
