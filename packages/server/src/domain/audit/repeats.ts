/**
 * Counts audit events that a caller can cause repeatedly. Events are kept for more than a year, so only the first one
 * is recorded, then the tenth, the hundredth and so on, with the count.
 */
import type { AuditData } from "./port.ts";

/** The counts of one process. */
export type Repeats = {
  /**
   * Counts an event.
   * @param subject the affected resource. @param type such as `proposal.decision_refused`.
   * @param data two events with equal type and data count as the same.
   * @returns the data to record, with the count of a repeat; null if it isn't recorded.
   */
  count(subject: string, type: string, data: AuditData): AuditData | null;
  /** Returns what `count` would, without counting. */
  next(subject: string, type: string, data: AuditData): AuditData | null;
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
  const nextOf = (known: ReadonlyMap<string, number>, type: string, data: AuditData) => {
    const own = `${type} ${JSON.stringify(data)}`;
    const name = known.has(own) || known.size < eventsMax ? own : type;
    return { name, times: (known.get(name) ?? 0) + 1 };
  };
  return {
    count(subject, type, data) {
      const known = counts.get(subject) ?? new Map<string, number>();
      counts.delete(subject);
      counts.set(subject, known);
      if (counts.size > subjectsMax) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
      const { name, times } = nextOf(known, type, data);
      known.set(name, times);
      return recordedAs(times, data);
    },
    next: (subject, type, data) => recordedAs(nextOf(counts.get(subject) ?? new Map(), type, data).times, data),
    forget: (subject) => void counts.delete(subject),
  };
}

function recordedAs(times: number, data: AuditData): AuditData | null {
  const isPowerOfTen = /^10*$/.test(String(times));
  if (!isPowerOfTen) return null;
  return times === 1 ? data : { ...data, count: times };
}
