/**
 * Every lifetime at its end, a millisecond before and a millisecond after, by a clock that is set: nothing ends early and
 * nothing is accepted late. What is decided in SQL is tried on both engines.
 */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { retentionTable, type Retained } from "../src/app/retention.ts";
import { readConfig } from "../src/app/config.ts";
import { confirmationMs, flowMs, sessionLifetimeMs, verificationMs } from "../src/domain/connect-sessions/deps.ts";
import { isRepeatedExchange, provenSecret, repeatableForMs } from "../src/domain/connect-sessions/exchange-proof.ts";
import { statusAt } from "../src/domain/connect-sessions/present.ts";
import { isDue, isExpired } from "../src/domain/connections/refresh-due.ts";
import { leaseTimes, takeLease } from "../src/domain/executions/lease.ts";
import { isOver, sessionIdleMs, sessionLifeMs } from "../src/domain/operators/sessions.ts";
import { isActive as isLiving } from "../src/domain/operators/tokens.ts";
import { createExecutionRecords } from "../src/domain/executions/records.ts";
import { systemPlatform } from "../src/platform.ts";
import type { Store } from "../src/domain/store/port.ts";
import { keyedHashes } from "../src/adapters/vault/hashing.ts";
import { engines, signing, type Database } from "./domain/audit/world.ts";
import { openFixture as openWorld, registration } from "./domain/service-clients/fixture.ts";
import {
  keyedExecution,
  makeConnectedTenant,
  makeSession,
  makeTenant,
  newId,
  record,
  sampleConnection,
  sampleExecution,
  sampleSession,
  succeeded,
  unknown,
} from "./adapters/store/samples.ts";

const bornAt = 1_800_000_000_000;
const offsets = [-1, 0, 1] as const;

/** Whether the thing still holds at this time; made anew for each time. */
type Holds = (at: number) => Promise<boolean> | boolean;
/** `[before, at, after]` its end. */
type Verdict = readonly [boolean, boolean, boolean];
const ends: Verdict = [true, false, false];
/** Kept for its time, and let go when that is over. */
const isLetGo: Verdict = [true, true, false];
const stays: Verdict = [true, true, true];
type Lifetime = { lifeMs: number; verdict: Verdict; holds: Holds };

async function check({ lifeMs, verdict, holds }: Lifetime): Promise<void> {
  const found: boolean[] = [];
  for (const offset of offsets) found.push(await holds(bornAt + lifeMs + offset));
  assert.deepEqual(found, verdict);
}

/** The documented retention periods (contract §1 and §4), in days. */
const keptDays = { executions: 90, answers: 30, keys: 400, sessions: 30 } as const;
const keptForMs = (what: keyof typeof keptDays): number => keptDays[what] * 86_400_000;

function storedLifetimes(store: () => Store): Readonly<Record<string, Lifetime>> {
  const prune = async (what: Retained, at: number): Promise<void> => {
    const table = retentionTable(readConfig({}), { store: store(), signing, onStopped: () => undefined });
    for (const row of table.filter((one) => one.what === what)) {
      for await (const _count of row.prune(at - row.keptForMs, at));
    }
  };
  const born = { createdAt: bornAt, expiresAt: bornAt + sessionLifetimeMs };
  const session = async (change = {}) => makeSession(store(), await makeTenant(store()), { ...born, ...change });
  const completes = (confirmed: boolean) => async (at: number) => {
    const place = await makeTenant(store());
    const completion = confirmed ? ("confirmed" as const) : ("automatic" as const);
    const id = await makeSession(store(), place, { ...born, status: "opened", completion });
    const done = { connection: sampleConnection(place), record, at: bornAt };
    const wait = { ...done, completionCodeHash: "c", confirmBy: bornAt + confirmationMs };
    if (confirmed) await store().connectSessions.awaitConfirmation(id, wait);
    return store().connectSessions.complete(id, { ...done, at });
  };
  const flow = async () => {
    const sessionId = await session({ status: "opened", provider: "acme", authKind: "oauth2_authorization_code" });
    const row = { id: newId("flow"), sessionId, provider: "acme", languages: ["en"], ticketHash: newId("t") };
    const made = {
      ...row,
      browserHash: "",
      stateHash: "",
      createdAt: bornAt,
      expiresAt: bornAt + flowMs,
      usedAt: null,
    };
    assert.equal(await store().oauthFlows.start(made), true);
    return made;
  };
  const settled = async (change: Partial<typeof succeeded> | typeof unknown) => {
    const place = await makeConnectedTenant(store());
    const { row, claim } = keyedExecution(place, { createdAt: bornAt });
    await store().executions.claim(row, claim);
    await store().executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at: bornAt, settleAfter: 0 });
    const mine = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
    await store().executions.settle(row, mine, { ...succeeded, ...change });
    return { row, claim };
  };
  const keptExecution = (change: Partial<typeof succeeded> | typeof unknown) => async (at: number) => {
    const { row } = await settled(change);
    await prune("executions", at);
    return (await store().executions.find(row.clientId, row.tenantId, row.id)) !== null;
  };
  const keptKey = (change: Partial<typeof succeeded> | typeof unknown, isTombstone: boolean) => async (at: number) => {
    const { claim } = await settled(change);
    await prune("answers", at);
    if (!isTombstone) return (await store().idempotency.find(claim))?.state === "done";
    await prune("keys", at);
    return (await store().idempotency.find(claim)) !== null;
  };
  return {
    "a session that is exchanged": {
      lifeMs: sessionLifetimeMs,
      verdict: ends,
      holds: async (at) => store().connectSessions.exchange(await session(), newId("secret"), at),
    },
    "a session that is verified": {
      lifeMs: sessionLifetimeMs,
      verdict: ends,
      holds: async (at) => store().connectSessions.beginVerification(await session({ status: "opened" }), at, at + 1),
    },
    "a session that is completed": { lifeMs: sessionLifetimeMs, verdict: ends, holds: completes(false) },
    "a session that is swept": {
      lifeMs: sessionLifetimeMs,
      verdict: ends,
      async holds(at) {
        const id = await session();
        await store().connectSessions.sweep(at, 1000);
        return (await store().connectSessions.findById(id))?.status === "pending";
      },
    },
    "a completion code": { lifeMs: confirmationMs, verdict: ends, holds: completes(true) },
    "the hold of one verification": {
      lifeMs: verificationMs,
      verdict: ends,
      async holds(at) {
        const id = await session({ status: "opened" });
        await store().connectSessions.beginVerification(id, bornAt, bornAt + verificationMs);
        return !(await store().connectSessions.beginVerification(id, at, at + 1));
      },
    },
    "an authorization ticket": {
      lifeMs: flowMs,
      verdict: ends,
      holds: async (at) => store().oauthFlows.open((await flow()).id, newId("browser"), at),
    },
    "a ticket's consent": {
      lifeMs: flowMs,
      verdict: ends,
      async holds(at) {
        const { id } = await flow();
        await store().oauthFlows.open(id, newId("browser"), bornAt);
        return store().oauthFlows.approve(id, { stateHash: newId("state"), at, expiresAt: at + flowMs });
      },
    },
    "an ended session at rest": {
      lifeMs: keptForMs("sessions"),
      verdict: isLetGo,
      async holds(at) {
        const id = await session({ status: "completed" });
        await prune("sessions", at);
        return (await store().connectSessions.findById(id)) !== null;
      },
    },
    "an OAuth flow past its time": {
      lifeMs: flowMs + 3_600_000,
      verdict: isLetGo,
      async holds(at) {
        const { ticketHash } = await flow();
        await prune("flows", at);
        return (await store().oauthFlows.findByTicketHash(ticketHash)) !== null;
      },
    },
    "a settled execution": { lifeMs: keptForMs("executions"), verdict: isLetGo, holds: keptExecution({}) },
    "an unknown outcome": { lifeMs: keptForMs("executions"), verdict: stays, holds: keptExecution(unknown) },
    "the answer of a key": { lifeMs: keptForMs("answers"), verdict: isLetGo, holds: keptKey({}, false) },
    "the answer of an unknown outcome's key": {
      lifeMs: keptForMs("answers"),
      verdict: stays,
      holds: keptKey(unknown, false),
    },
    "the tombstone of a key": { lifeMs: keptForMs("keys"), verdict: isLetGo, holds: keptKey({}, true) },
  };
}

for (const [name, make] of Object.entries(engines)) {
  describe(`${name}: lifetimes`, () => {
    let database: Database;
    let store: Store;
    before(async () => {
      database = await make();
      store = await database.open();
    });
    after(async () => {
      await store.close();
      await database.drop();
    });
    for (const [what, lifetime] of Object.entries(storedLifetimes(() => store))) {
      test(what, () => check(lifetime));
    }
  });
}

const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
const place = { clientId: "scl_1", tenantId: "ten_1" };
const tokenLifeMs = 3_600_000;
const token = { accessToken: "a", refreshToken: "r", scopes: [], expiresAt: bornAt + tokenLifeMs, issuedAt: bornAt };

const lifetimes: Readonly<Record<string, Lifetime>> = {
  "a session as it is shown": {
    lifeMs: sessionLifetimeMs,
    verdict: ends,
    holds: (at) => statusAt(sampleSession(place, { expiresAt: bornAt + sessionLifetimeMs }), at) === "pending",
  },
  "an exchange that its browser repeats": {
    lifeMs: repeatableForMs,
    verdict: ends,
    holds(at) {
      const proven = provenSecret(hashes, "cs_1", "proof");
      const opened = {
        status: "opened" as const,
        tokenUsedAt: bornAt,
        secretHash: hashes.hash("session-secret", proven),
      };
      const row = sampleSession(place, { ...opened, id: "cs_1", expiresAt: bornAt + sessionLifetimeMs });
      return isRepeatedExchange(hashes, row, proven, at);
    },
  },
  "an operator's session that is not used": {
    lifeMs: sessionIdleMs,
    verdict: ends,
    holds: (at) => !isOver({ seenAt: bornAt, endsAt: bornAt + sessionLifeMs }, at),
  },
  "an operator's session that is used": {
    lifeMs: sessionLifeMs,
    verdict: ends,
    holds: (at) => !isOver({ seenAt: at, endsAt: bornAt + sessionLifeMs }, at),
  },
  "an operator token": {
    lifeMs: tokenLifeMs,
    verdict: ends,
    holds: (at) => isLiving({ revokedAt: null, expiresAt: bornAt + tokenLifeMs }, at),
  },
  "an OAuth token": { lifeMs: tokenLifeMs, verdict: ends, holds: (at) => !isExpired(token, at) },
  "an OAuth token that is not due, five minutes before its end": {
    lifeMs: tokenLifeMs - 300_000,
    verdict: isLetGo,
    holds: (at) => !isDue(token, at, 0),
  },
  "the lease of a process": {
    lifeMs: leaseTimes.leaseMs,
    verdict: ends,
    async holds(at) {
      let nowMs = bornAt;
      const done = () => Promise.resolve();
      const owners = { begin: done, beat: () => Promise.resolve(true), end: done, living: () => Promise.resolve([]) };
      const platform = { ...systemPlatform, monotonicMs: () => nowMs };
      const lease = await takeLease({ store: owners, platform, newOwnerId: () => "owner" });
      nowMs = at;
      return lease.holds("owner");
    },
  },
  "the time in which an unknown outcome cannot be settled": {
    lifeMs: 40_000,
    verdict: ends,
    async holds(at) {
      const row = sampleExecution(place, { status: "outcome_unknown", settleAfter: bornAt + 40_000 });
      const resolution = { outcome: "failed" as const, note: "", resolvedAt: at, resolvedBy: "a" };
      const store = {
        find: () => Promise.resolve(row),
        resolve: () => Promise.resolve({ row: { ...row, status: "failed" as const, resolution }, changed: true }),
      };
      const records = createExecutionRecords({
        store: store as unknown as Store["executions"],
        audit: { record: () => Promise.resolve() },
        platform: { ...systemPlatform, nowMs: () => at },
      });
      const request = { outcome: "failed" as const, note: "", resolvedBy: "a", actor: "key:a" };
      return records.resolve("scl_1", "ten_1", row.id, request).then(
        () => false,
        () => true,
      );
    },
  },
};

test("a service key's overlap after its rotation", async (context) => {
  const { clients, authenticate, clock } = await openWorld(context);
  const { client, key } = await clients.create(registration);
  const { oldExpireAt } = await clients.rotateKey(client.id, { overlapSeconds: 60 });
  assert.equal(oldExpireAt, clock.nowMs + 60_000);
  const found: boolean[] = [];
  for (const offset of offsets) {
    clock.nowMs = oldExpireAt + offset;
    const isTaken = authenticate([`Bearer ${key}`]).then(
      () => true,
      () => false,
    );
    found.push(await isTaken);
  }
  assert.deepEqual(found, ends);
});

for (const [what, lifetime] of Object.entries(lifetimes)) test(what, () => check(lifetime));
