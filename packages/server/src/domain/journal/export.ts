/** Exports the trail as JSON Lines: each event with its hashes, and each chain's signed head. */
import { eventDocument, type EventDocument } from "./chain.ts";
import type { AuditTrail, ChainedEvent } from "./port.ts";
import { signHead, type SignedHead, type Signing } from "./signed.ts";

/** An event as the API and exports return it. */
export type HashedEvent = EventDocument & { prevHash: string; hash: string };

export type ExportLine = { event: HashedEvent } | { head: SignedHead };

/** Returns an event with its two hashes. */
export function hashedEvent(event: ChainedEvent): HashedEvent {
  return { ...eventDocument(event, event.seq), prevHash: event.prevHash, hash: event.hash };
}

// About a megabyte.
const pageRows = 1000;

/**
 * Yields the chains' events, oldest first, and after each chain its signed head. Events recorded during the export are
 * not included.
 * @param options.clientIds which chains.
 * @param options.since skips the events before the first one at or after this time (milliseconds since the epoch).
 * @param options.headsOnly yields no events.
 * @param options.at the time of the export, RFC 3339.
 * @param options.exporting awaited before anything from a chain is yielded.
 */
export async function* exportTrail(
  trail: Pick<AuditTrail, "chain" | "page">,
  signing: Signing,
  options: {
    clientIds: readonly string[];
    since: number;
    headsOnly: boolean;
    at: string;
    exporting: (head: SignedHead) => Promise<void>;
  },
): AsyncGenerator<ExportLine> {
  for (const clientId of options.clientIds) {
    const { chain } = await trail.chain(clientId);
    if (chain === null) continue;
    const head = signHead(signing, chain, options.at);
    await options.exporting(head);
    if (!options.headsOnly) yield* eventLines(trail, clientId, chain.seq, options.since);
    yield { head };
  }
}

async function* eventLines(
  trail: Pick<AuditTrail, "page">,
  clientId: string,
  lastSeq: number,
  since: number,
): AsyncGenerator<ExportLine> {
  let after = 0;
  let hasStarted = false;
  for (;;) {
    const rows = await trail.page(clientId, after, pageRows);
    for (const row of rows) {
      if (row.seq > lastSeq) return;
      after = row.seq;
      // Exports everything after the first event without gaps, even if clocks disagreed.
      hasStarted ||= row.at >= since;
      if (hasStarted) yield { event: hashedEvent(row) };
    }
    if (rows.length < pageRows) return;
  }
}

/**
 * Reads the head from a line of an export, or of a file that contains only heads.
 * @param line JSON.
 * @returns "none" if the line is empty or an event; null if it is anything else.
 */
export function readHead(line: string): SignedHead | "none" | null {
  if (line.trim() === "") return "none";
  const value = parseJson(line);
  if (typeof value !== "object" || value === null) return null;
  if ("head" in value && isHead(value.head)) return value.head;
  return "event" in value ? "none" : null;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

const headTexts = ["deployment", "hash", "at", "publicKey", "signature"] as const;

function isHead(value: unknown): value is SignedHead {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const { service_client_id: client, seq } = fields;
  const names = new Set<string>([...headTexts, "service_client_id", "seq"]);
  return (
    Object.keys(fields).every((name) => names.has(name)) &&
    headTexts.every((name) => typeof fields[name] === "string") &&
    (client === null || typeof client === "string") &&
    Number.isSafeInteger(seq)
  );
}
