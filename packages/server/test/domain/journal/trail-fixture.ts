/** Chains whose events a database's owner changes, and retention for them. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { AuditChain } from "../../../src/domain/journal/port.ts";
import { stoppedChains } from "../../../src/domain/journal/retention.ts";
import { signHead, type SignedHead } from "../../../src/domain/journal/signed.ts";
import { timestamp } from "../../../src/domain/clock/timestamp.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { fixedClock } from "../clock/fixed.ts";
import { engines, pruneAt, sampleEvent, signing, withoutGuards, type Database } from "./fixture.ts";

/** In milliseconds. */
export const dayMs = 86_400_000;
/** In milliseconds. */
export const minuteMs = 60_000;
/** How long events are kept. */
export const keptMs = 400 * dayMs;
/** The first event of {@link fillChain} is a minute later. */
export const startMs = Date.UTC(2026, 0, 31);
/** After the last event of {@link fillChain}. */
export const nowMs = startMs + dayMs;
/** How many events {@link fillChain} appends. */
export const count = 7;
/** Their numbers. */
export const all: readonly number[] = Array.from({ length: count }, (_, index) => index + 1);

/** Appends seven events, one per minute. */
export async function fillChain(store: Store, clientId: string): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await store.audit.append(sampleEvent(clientId, n, { at: startMs + n * minuteMs }));
  }
}

/** Returns the head as exported right after an event from {@link fillChain}. */
export async function headAt(store: Store, clientId: string, seq: number): Promise<SignedHead> {
  const [event] = await store.audit.page(clientId, seq - 1, 1);
  assert.ok(event !== undefined);
  return signHead(signing, event, timestamp(event.at + 1));
}

/** Runs retention. */
export function pruneNow(store: Store, at: number, kept: number = keptMs) {
  return pruneAt({ trail: store.audit, signing }, at, kept);
}

/** A database without guards, so that a test can change the trail. */
export type OpenTrail = {
  store: () => Store;
  run: (...statements: readonly string[]) => Promise<void>;
  /** The numbers of a chain's events. */
  seqs(clientId: string): Promise<number[]>;
  readAnchor(clientId: string): Promise<AuditChain["anchor"] | undefined>;
  /** Runs retention. @returns how many events it removed, and why it stopped at this chain. */
  stoppedAt(clientId: string, at?: number): Promise<{ removed: number; seq: number | undefined; reason: string }>;
};

/** Describes tests on both engines. */
export function describeTrails(what: string, define: (trail: OpenTrail) => void): void {
  for (const name of ["SQLite", "PostgreSQL"] as const) {
    describe(`${name}: ${what}`, () => {
      let database: Database;
      let store: Store;
      before(async () => {
        database = await engines[name]();
        store = await database.open();
        await database.run(...withoutGuards[name]);
      });
      after(async () => {
        await store.close();
        await database.drop();
      });
      define({
        store: () => store,
        async run(...statements) {
          await database.run(...statements);
        },
        seqs: async (clientId) => (await store.audit.page(clientId, -10, 100)).map(({ seq }) => seq),
        readAnchor: async (clientId) => (await store.audit.chain(clientId)).chain?.anchor,
        async stoppedAt(clientId, at = nowMs) {
          const { removed, stopped } = await pruneNow(store, at);
          const fault = stopped.find((chain) => chain.clientId === clientId)?.fault;
          const deps = { trail: store.audit, signing, clock: fixedClock(at), keptMs };
          assert.deepEqual(await stoppedChains(deps), stopped, "a check without removal finds the same");
          return { removed, seq: fault?.seq, reason: fault?.reason ?? "" };
        },
      });
    });
  }
}
