/** Every lifetime that the domain computes, around its end: nothing ends early, and nothing is accepted late. */
import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { keyedHashes } from "../../src/adapters/vault/hashing.ts";
import { sessionLifetimeMs } from "../../src/domain/connect-sessions/deps.ts";
import { isRepeatedExchange, provenSecret, repeatableForMs } from "../../src/domain/connect-sessions/frontend.ts";
import { statusAt } from "../../src/domain/connect-sessions/present.ts";
import { isDue, isExpired } from "../../src/domain/connections/refresh-work.ts";
import { leaseTimes, takeLease } from "../../src/domain/executions/lease.ts";
import { createExecutionRecords } from "../../src/domain/executions/records.ts";
import { isOver, sessionIdleMs, sessionLifeMs } from "../../src/domain/operators/sessions.ts";
import { isActive } from "../../src/domain/operators/tokens.ts";
import type { Store } from "../../src/domain/database/port.ts";
import { systemPlatform } from "../../src/platform.ts";
import { sampleClient, sampleExecution, sampleSession } from "../adapters/store/samples.ts";
import { openFixture, registration } from "../domain/service-clients/fixture.ts";
import { bornAt, check, ends, isPruned, offsets, type Lifetime } from "./lifetime.ts";

const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
const place = { clientId: "scl_1", tenantId: "ten_1" };
const tokenLifeMs = 3_600_000;
const token = { accessToken: "a", refreshToken: "r", scopes: [], expiresAt: bornAt + tokenLifeMs, issuedAt: bornAt };

const lifetimes: Readonly<Record<string, Lifetime>> = {
  "a session's displayed status": {
    lifeMs: sessionLifetimeMs,
    verdict: ends,
    holds: (at) => statusAt(sampleSession(place, { expiresAt: bornAt + sessionLifetimeMs }), at) === "pending",
  },
  "a repeated exchange of the same browser": {
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
  "an operator's idle session": {
    lifeMs: sessionIdleMs,
    verdict: ends,
    holds: (at) => !isOver({ seenAt: bornAt, endsAt: bornAt + sessionLifeMs }, at),
  },
  "an operator's active session": {
    lifeMs: sessionLifeMs,
    verdict: ends,
    holds: (at) => !isOver({ seenAt: at, endsAt: bornAt + sessionLifeMs }, at),
  },
  "an operator token": {
    lifeMs: tokenLifeMs,
    verdict: ends,
    holds: (at) => isActive({ revokedAt: null, expiresAt: bornAt + tokenLifeMs }, at),
  },
  "an OAuth token": { lifeMs: tokenLifeMs, verdict: ends, holds: (at) => !isExpired(token, at) },
  "an OAuth token until its refresh is due, five minutes before its end": {
    lifeMs: tokenLifeMs - 300_000,
    verdict: isPruned,
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
  "the time in which an unknown outcome can't be resolved yet": {
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
        platform: { ...systemPlatform, nowMs: () => at },
        actions: { find: () => null },
        settle: () => Promise.reject(new Error("no test here asks for a look")),
      });
      const request = { outcome: "failed" as const, note: "", resolvedBy: "a" };
      const caller = { client: sampleClient({ id: "scl_1" }), keyId: "a", tenants: null };
      return records.resolve(caller, "ten_1", row.id, request).then(
        () => false,
        () => true,
      );
    },
  },
};

test("a service key's overlap after its rotation", async (context) => {
  const { clients, authenticate, clock } = await openFixture(context);
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
