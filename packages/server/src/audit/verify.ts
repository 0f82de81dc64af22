/** Walks a chain and finds the first place where it is not what was recorded. */
import { chainHash, eventDocument, genesisHash } from "./port.ts";
import type { AuditChain, AuditTrail, ChainedEvent } from "./port.ts";
import { isOwnAnchor, isOwnHead, type SignedHead, type Signing } from "./signed.ts";

/** The first number at which a chain is broken, and how. */
export type ChainFault = { seq: number; reason: string };

/** What a walk over one chain came to. */
export type ChainReport = {
  service_client_id: string | null;
  ok: boolean;
  /** How many events were read. */
  events: number;
  /** The oldest event that retention has kept. */
  firstSeq: number;
  /** Of the head as the database has it; 0 and the genesis hash where it has none. */
  seq: number;
  hash: string;
  /** How many exported heads were held against it. */
  headsChecked: number;
  broken: ChainFault | null;
};

const pageRows = 500;
// Retention may let go of events while they are read; then the walk starts again behind its new anchor.
const walksMax = 5;

/**
 * Checks one chain from its anchor to its head.
 * @param heads exported heads of this chain.
 */
export async function verifyChain(
  trail: Pick<AuditTrail, "chain" | "page">,
  signing: Signing,
  clientId: string,
  heads: readonly SignedHead[],
): Promise<ChainReport> {
  for (let walks = 1; ; walks += 1) {
    const { chain, oldestSeq, newestSeq } = await trail.chain(clientId);
    const start = chain ?? { clientId, seq: 0, hash: genesisHash, anchor: noAnchor };
    const walked = await walk(trail, start, new Set(heads.map(({ seq }) => seq)));
    const moved = (await trail.chain(clientId)).chain?.anchor.seq !== chain?.anchor.seq;
    if (moved && walks < walksMax) continue;
    const faults = [
      ...anchorFaults(signing, start),
      ...(walked.fault === null ? [] : [walked.fault]),
      ...boundFaults(chain, oldestSeq, newestSeq),
      ...heads.flatMap((head) => headFaults(signing, head, start, walked.hashes)),
    ].sort((left, right) => left.seq - right.seq);
    const [broken = null] = faults;
    return {
      service_client_id: clientId === "" ? null : clientId,
      ok: broken === null,
      events: walked.events,
      firstSeq: start.anchor.seq + 1,
      seq: start.seq,
      hash: start.hash,
      headsChecked: heads.length,
      broken,
    };
  }
}

const noAnchor = { seq: 0, hash: genesisHash, at: 0, signature: "" };

type Walked = { events: number; fault: ChainFault | null; hashes: ReadonlyMap<number, string> };

/** Reads up to the chain's head and no further: what is appended meanwhile is not yet its. */
async function walk(trail: Pick<AuditTrail, "page">, chain: AuditChain, wanted: ReadonlySet<number>): Promise<Walked> {
  const hashes = new Map<number, string>([[chain.anchor.seq, chain.anchor.hash]]);
  let at = { seq: chain.anchor.seq, hash: chain.anchor.hash };
  let events = 0;
  while (at.seq < chain.seq) {
    const rows = await trail.page(chain.clientId, at.seq, pageRows);
    if (rows.length === 0)
      return { events, hashes, fault: { seq: at.seq + 1, reason: "it and all after it are gone" } };
    for (const row of rows) {
      if (row.seq > chain.seq) return { events, hashes, fault: endFault(at, chain) };
      const fault = eventFault(at, row);
      if (fault !== null) return { events, hashes, fault };
      events += 1;
      at = { seq: row.seq, hash: row.hash };
      if (wanted.has(at.seq)) hashes.set(at.seq, at.hash);
    }
  }
  return { events, hashes, fault: endFault(at, chain) };
}

/** What is wrong with an event that follows this place; null where nothing is. */
export function eventFault(before: { seq: number; hash: string }, event: ChainedEvent): ChainFault | null {
  const seq = before.seq + 1;
  if (event.seq !== seq) return { seq, reason: `it is missing; the next event is number ${event.seq}` };
  if (event.prevHash !== before.hash) return { seq, reason: "it does not follow the event before it" };
  const hash = chainHash(event.prevHash, eventDocument(event, event.seq));
  return event.hash === hash ? null : { seq, reason: "it is not what was recorded: its hash is another" };
}

function endFault(at: { seq: number; hash: string }, chain: AuditChain): ChainFault | null {
  if (at.seq !== chain.seq) return { seq: at.seq + 1, reason: "it is missing" };
  return at.hash === chain.hash ? null : { seq: at.seq, reason: "its hash is not the one at the chain's head" };
}

function anchorFaults(signing: Signing, { clientId, anchor }: AuditChain): ChainFault[] {
  const isWhole = isOwnAnchor(signing, clientId, anchor) && (anchor.seq > 0 || anchor.hash === genesisHash);
  if (isWhole) return [];
  return [{ seq: 1, reason: `events up to ${anchor.seq} are gone, and not by this deployment's retention` }];
}

/** Rows outside of what a chain says it has. */
function boundFaults(chain: AuditChain | null, oldestSeq: number, newestSeq: number): ChainFault[] {
  if (oldestSeq === 0 && newestSeq === 0) return [];
  if (chain === null) return [{ seq: 1, reason: "the chain's head is gone" }];
  const faults: ChainFault[] = [];
  if (newestSeq > chain.seq) {
    faults.push({ seq: chain.seq + 1, reason: "it stands behind the chain's head, where nothing was recorded" });
  }
  if (oldestSeq <= chain.anchor.seq) {
    faults.push({ seq: oldestSeq, reason: "it stands before the oldest event that is kept" });
  }
  return faults;
}

function headFaults(
  signing: Signing,
  head: SignedHead,
  chain: AuditChain,
  hashes: ReadonlyMap<number, string>,
): ChainFault[] {
  const of = `the head exported at ${head.at}`;
  if (!isOwnHead(signing, head)) return [{ seq: head.seq, reason: `${of} was not signed by this deployment` }];
  if (head.seq > chain.seq) {
    return [{ seq: chain.seq + 1, reason: `the chain ended at ${head.seq} by ${of}: its end was cut off` }];
  }
  if (head.seq < chain.anchor.seq) {
    return [{ seq: head.seq, reason: `${of} is older than the events that are kept, so it proves nothing any more` }];
  }
  const hash = hashes.get(head.seq);
  if (hash === head.hash) return [];
  const found = hash === undefined ? "is not there or stands behind a broken one" : "is another";
  return [{ seq: head.seq, reason: `by ${of} this event ${found}: the chain was written again` }];
}
