/**
 * Records refused requests, so that the attempts of a misled agent, or with a leaked token, are visible. Entries are
 * kept for more than a year, so of those that a caller can cause repeatedly only the first one is recorded, then the
 * tenth, the hundredth and so on, with the count.
 */
import type { NewTrailEntry, AuditData } from "./port.ts";
import type { Audit } from "./entry.ts";

/** The counts of one process. */
export type Repeats = {
  /**
   * Counts an event.
   * @param subject the affected resource. @param type such as `proposal.decision_refused`.
   * @param data two events with equal type and data count as the same.
   * @returns the data to record, with the count of a repeat; null if it isn't recorded.
   */
  count(subject: string, type: string, data: AuditData): AuditData | null;
  /** Starts the count of an event again: the next one is recorded. */
  restart(subject: string, type: string, data: AuditData): void;
  /** Forgets the events of a subject. */
  forget(subject: string): void;
};

/** The maximum number of subjects remembered. A forgotten one records its first event again. */
const subjectsMax = 5000;
/**
 * The maximum number of different events counted per subject. Beyond that, for example if each call has a different
 * origin, events are counted only by type.
 */
const eventsMax = 16;

/** Creates the counts. */
export function createRepeats(): Repeats {
  const counts = new Map<string, Map<string, number>>();
  const nameOf = (known: ReadonlyMap<string, number>, type: string, data: AuditData): string => {
    const own = `${type} ${JSON.stringify(data)}`;
    return known.has(own) || known.size < eventsMax ? own : type;
  };
  return {
    count(subject, type, data) {
      const known = counts.get(subject) ?? new Map<string, number>();
      counts.delete(subject);
      counts.set(subject, known);
      if (counts.size > subjectsMax) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
      const name = nameOf(known, type, data);
      const times = (known.get(name) ?? 0) + 1;
      known.set(name, times);
      const isPowerOfTen = /^10*$/.test(String(times));
      if (!isPowerOfTen) return null;
      return times === 1 ? data : { ...data, count: times };
    },
    restart(subject, type, data) {
      const known = counts.get(subject);
      known?.delete(nameOf(known, type, data));
    },
    forget: (subject) => void counts.delete(subject),
  };
}

/**
 * Records a refusal. Repeated refusals are counted (see repeats.ts).
 * @param refusal its `data.reason` is the code.
 */
export type RecordRefusal = (refusal: NewTrailEntry) => Promise<void>;

/** Creates the recorder. Its counts are per process. */
export function createRecordRefusal(audit: Pick<Audit, "record">): RecordRefusal {
  const repeats = createRepeats();
  return async (refusal) => {
    const data = repeats.count(refusal.subject, `${refusal.type} ${refusal.actor}`, refusal.data);
    if (data !== null) await audit.record({ ...refusal, data });
  };
}
