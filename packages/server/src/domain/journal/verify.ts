/** Walks a chain and finds the first position where it differs from what was recorded. */
import {
  anchorFault,
  boundFaults,
  endFault,
  eventFault,
  firstLink,
  linkAfter,
  type ChainFault,
  compareHead,
} from "./faults.ts";
import { genesisHash } from "./chain.ts";
import type { AuditChain, AuditTrail } from "./port.ts";
import type { SignedHead, Signing } from "./signed.ts";

/** The result of walking one chain. */
export type ChainReport = {
  service_client_id: string | null;
  ok: boolean;
  /** The number of events read. */
  events: number;
  /** The oldest event that retention has kept. */
  firstSeq: number;
  /** The number and hash of the head in the database; 0 and the genesis hash if there is none. */
  seq: number;
  hash: string;
  /** The number of exported heads that were compared. */
  headsChecked: number;
  /** The number of other heads that are older than the kept events, and so no longer prove anything. */
  headsOutdated: number;
  broken: ChainFault | null;
};

// About a megabyte.
const pageRows = 1000;
// Retention may remove events during a walk, which then restarts at the new anchor.
const walksMax = 5;

/**
 * Checks one chain from its anchor to its head.
 * @param heads exported heads of this chain. @param onRead called now and then with the number of events read so far.
 */
export async function verifyChain(
  trail: Pick<AuditTrail, "chain" | "page">,
  signing: Signing,
  clientId: string,
  heads: readonly SignedHead[],
  onRead: (events: number) => void = () => undefined,
): Promise<ChainReport> {
  for (let walks = 1; ; walks += 1) {
    const { chain, range } = await trail.chain(clientId);
    const start = chain ?? { clientId, seq: 0, hash: genesisHash, anchor: noAnchor, publicSeq: 0, prunedSeq: 0 };
    const walked = await walk(trail, start, new Set(heads.map(({ seq }) => seq)), onRead);
    const moved = (await trail.chain(clientId)).chain?.anchor.seq !== chain?.anchor.seq;
    if (moved && walks < walksMax) continue;
    const findings = heads.map((head) => compareHead(signing, head, start, walked.hashes));
    const headsOutdated = findings.filter((finding) => finding === "outdated").length;
    const faults = [
      anchorFault(signing, start),
      walked.fault,
      ...boundFaults(chain, range),
      ...findings.filter((finding) => typeof finding === "object"),
    ].filter((fault) => fault !== null);
    const [broken = null] = faults.sort((left, right) => left.seq - right.seq);
    return {
      service_client_id: clientId === "" ? null : clientId,
      ok: broken === null,
      events: walked.events,
      firstSeq: start.anchor.seq + 1,
      seq: start.seq,
      hash: start.hash,
      headsChecked: heads.length - headsOutdated,
      headsOutdated,
      broken,
    };
  }
}

const noAnchor = { seq: 0, hash: genesisHash, at: 0, signature: "" };

type Walked = { events: number; fault: ChainFault | null; hashes: ReadonlyMap<number, string> };

/** Reads only up to the chain's head, because events may be appended during the walk. */
async function walk(
  trail: Pick<AuditTrail, "chain" | "page">,
  chain: AuditChain,
  wanted: ReadonlySet<number>,
  onRead: (events: number) => void,
): Promise<Walked> {
  const hashes = new Map<number, string>([[chain.anchor.seq, chain.anchor.hash]]);
  let at = firstLink(chain);
  let { prunedSeq } = chain;
  let events = 0;
  while (at.seq < chain.seq) {
    const rows = await trail.page(chain.clientId, at.seq, pageRows);
    if (rows.length === 0) break;
    // Retention of the event log may have cleared more during the walk.
    if (rows.some(({ published, publicSeq }) => published === null && publicSeq > prunedSeq)) {
      prunedSeq = (await trail.chain(chain.clientId)).chain?.prunedSeq ?? prunedSeq;
    }
    for (const row of rows) {
      if (row.seq > chain.seq) return { events, hashes, fault: endFault(at, chain) };
      const fault = eventFault(at, row, prunedSeq);
      if (fault !== null) return { events, hashes, fault };
      events += 1;
      at = linkAfter(at, row);
      if (wanted.has(at.seq)) hashes.set(at.seq, at.hash);
    }
    onRead(events);
  }
  return { events, hashes, fault: endFault(at, chain) };
}
