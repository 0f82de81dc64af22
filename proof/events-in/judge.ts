/** Compares what was sent and answered with what the log holds. */
import type { Logged, Subscriber } from "./subscribers.ts";

/** A delivery's event, and what its sender knows. Times are from one clock, in milliseconds. */
export interface SentEvent {
  readonly slug: string;
  readonly account: string;
  readonly type: string;
  readonly id: string;
  /** False if it was signed with another secret. */
  readonly isSigned: boolean;
  /** When its first delivery began. */
  readonly sentAt: number;
  /** When the first delivery of it that got a 200 did; null if none has. */
  readonly answeredAt: number | null;
}

/** A connection, what its log holds, and when its user left. */
export interface Judged {
  readonly subscriber: Pick<Subscriber, "slug" | "account" | "types" | "connectionId">;
  readonly log: readonly Logged[];
  /** When its disconnect was requested, and when it was confirmed; null if it stays. */
  readonly leaving: { readonly fromMs: number; readonly toMs: number } | null;
}

/**
 * Returns what is wrong, one sentence each: an answered event is missing, an event is there twice, or one that belongs to
 * another account, type or connection, isn't signed, or was sent after the disconnect.
 */
export function faultsOf(judged: readonly Judged[], sent: readonly SentEvent[]): readonly string[] {
  return judged.flatMap((one) => faultsOfOne(one, sent));
}

function faultsOfOne({ subscriber, log, leaving }: Judged, sent: readonly SentEvent[]): string[] {
  const { slug, account, types, connectionId } = subscriber;
  const own = sent.filter(
    (event) => event.isSigned && event.slug === slug && event.account === account && types.includes(event.type),
  );
  const may = new Map(
    own.filter(({ sentAt }) => leaving === null || sentAt < leaving.toMs).map((event) => [event.id, event]),
  );
  const must = own.filter(({ answeredAt }) => answeredAt !== null && answeredAt < (leaving?.fromMs ?? Infinity));
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const { id, type, connectionId: of } of log) {
    const event = may.get(id);
    if (seen.has(id)) faults.push(`${connectionId} has ${id} twice`);
    seen.add(id);
    if (of !== connectionId) faults.push(`${id} in the log of ${connectionId} names ${of}`);
    if (event === undefined) faults.push(`${connectionId} has ${id}, which isn't for it`);
    else if (type !== `provider.${slug}.${event.type}`) faults.push(`${id} is a ${type}`);
  }
  for (const { id } of must) if (!seen.has(id)) faults.push(`${connectionId} hasn't ${id}, which was answered 200`);
  return faults;
}
