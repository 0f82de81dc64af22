/**
 * Judges a scenario that kills: compares three independent sources (the callers' answers, the
 * provider's ledger, the database) with the invariants that must hold whatever died. Pure.
 */
import { modelTransitions } from "../../conformance/harness/transitions.ts";

/** The response that a caller received. */
export interface Told {
  readonly status: number;
  readonly isReplay: boolean;
  /** The response without its request id, as JSON. */
  readonly substance: string;
}

/** A key: its first response, null if none arrived, and its response after everything has settled. */
export interface KeyEntry {
  readonly key: string;
  readonly first: Told | null;
  readonly again: Told;
}

/** A record of a write in the database. */
export interface RecordEntry {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly isDispatched: boolean;
  readonly isResolved: boolean;
}

/** All evidence. The provider's ledger is by key: complete requests, and effects. */
export interface Evidence {
  readonly keys: readonly KeyEntry[];
  readonly requests: ReadonlyMap<string, number>;
  readonly effects: ReadonlyMap<string, number>;
  readonly records: readonly RecordEntry[];
  /** The records at the previous judgment. */
  readonly earlier: readonly RecordEntry[];
  /** Every status change of a record, with the model's names. */
  readonly transitions: readonly string[];
  /** Records still open after lease and sweep. */
  readonly openTooLong: readonly string[];
  /** The locations where a secret was found. */
  readonly leaks: readonly string[];
  /** The faults found by the check of the journals. */
  readonly auditFaults: readonly string[];
}

/** The invariants, numbered as in docs/proof.md. */
export const invariants = {
  I1: "at most one changing request and one effect a key",
  I2: "succeeded means exactly one effect",
  I3: "failed means no effect",
  I4: "each request and effect has a record that was dispatched",
  I5: "a response that was given is found again",
  I6: "a record changes as the model does, and an ended one no more",
  I7: "nothing stays open longer than lease and sweep",
  I8: "no secret outside the vault",
  I9: "the journals verify",
} as const;

/** The name of an invariant. */
export type Invariant = keyof typeof invariants;

export interface Breach {
  readonly invariant: Invariant;
  readonly text: string;
}

export function breachesOf(evidence: Evidence): readonly Breach[] {
  const breaches: Breach[] = [];
  const say = (invariant: Invariant, text: string): void => void breaches.push({ invariant, text });
  const byKey = Map.groupBy(evidence.records, ({ key }) => key);
  for (const entry of evidence.keys) judgeKey(entry, evidence, byKey.get(entry.key) ?? [], say);
  for (const key of new Set([...evidence.effects.keys(), ...evidence.requests.keys()])) {
    const records = byKey.get(key) ?? [];
    // A request that the provider refused has a failed record; an effect doesn't.
    const mayHaveFailed = (evidence.effects.get(key) ?? 0) === 0;
    const carriers = records.filter(
      ({ status, isDispatched }) => isDispatched && (mayHaveFailed || status !== "failed"),
    );
    if (carriers.length !== 1) say("I4", `${key} reached the provider and has ${carriers.length} records that say so`);
  }
  judgeChanges(evidence, say);
  for (const id of evidence.openTooLong) say("I7", `${id} is still open`);
  for (const leak of evidence.leaks) say("I8", leak);
  for (const fault of evidence.auditFaults) say("I9", fault);
  return breaches;
}

type Say = (invariant: Invariant, text: string) => void;

function judgeKey(
  { key, first, again }: KeyEntry,
  evidence: Evidence,
  records: readonly RecordEntry[],
  say: Say,
): void {
  const effects = evidence.effects.get(key) ?? 0;
  const requests = evidence.requests.get(key) ?? 0;
  if (effects > 1 || requests > 1) say("I1", `${key} has ${requests} requests and ${effects} effects`);
  const unresolved = records.filter(({ isResolved }) => !isResolved);
  const saysSucceeded = unresolved.some(({ status }) => status === "succeeded");
  if ((saysSucceeded || first?.status === 200 || again.status === 200) && effects !== 1) {
    say("I2", `${key} is said to have succeeded and has ${effects} effects`);
  }
  const saysFailed = unresolved.length > 0 && unresolved.every(({ status }) => status === "failed");
  const isToldFailed = again.status !== 200 && again.status !== 504;
  if ((saysFailed || isToldFailed) && effects > 0) say("I3", `${key} is said to have failed and has an effect`);
  if (first === null) return;
  // An unknown outcome may have the sweep's detail, if the server couldn't write its own.
  const isSame = again.status === first.status && (first.status === 504 || again.substance === first.substance);
  if ((first.status === 200 || first.status === 504) && !(again.isReplay && isSame)) {
    say("I5", `${key} was answered ${first.status} and is answered ${again.status} now, ${again.substance}`);
  }
}

const ended = new Set(["succeeded", "failed", "outcome_unknown"]);

function judgeChanges({ records, earlier, transitions }: Evidence, say: Say): void {
  for (const change of transitions) {
    if (!modelTransitions.includes(change)) say("I6", `a record made the change ${change}`);
  }
  const now = new Map(records.map((record) => [record.id, record]));
  for (const { id, status, isResolved } of earlier) {
    const record = now.get(id);
    const mayBeResolved = status === "outcome_unknown" && record?.isResolved === true;
    if (!ended.has(status) || isResolved || mayBeResolved) continue;
    if (record?.status !== status) say("I6", `${id} was ${status} and is ${record?.status ?? "gone"}`);
  }
}
