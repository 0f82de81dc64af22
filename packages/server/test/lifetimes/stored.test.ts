/**
 * Every lifetime that SQL decides, around its end, on both engines: nothing ends early, and nothing is accepted late.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readConfig } from "../../src/app/config.ts";
import { retentionTable, type Retained } from "../../src/app/retention.ts";
import { confirmationMs, flowMs, sessionLifetimeMs, verificationMs } from "../../src/domain/connect-sessions/deps.ts";
import { dayMs } from "../../src/domain/clock/units.ts";
import { expiryOf } from "../../src/domain/connections/expiry.ts";
import { systemPlatform } from "../../src/platform.ts";
import type { Store } from "../../src/domain/database/port.ts";
import {
  keyedExecution,
  makeConnectedTenant,
  makeConnection,
  makeSession,
  makeTenant,
  newId,
  record,
  sampleConnection,
} from "../adapters/store/samples.ts";
import { succeeded, unknown } from "../adapters/store/settlement-samples.ts";
import { engines, signing, type Database } from "../domain/journal/fixture.ts";
import { bornAt, check, ends, isPruned, stays, type Lifetime } from "./lifetime.ts";

/** The documented retention periods (contract §1 and §4), in days. */
const keptDays = { executions: 90, responses: 30, keys: 400, sessions: 30 } as const;
const keptForMs = (what: keyof typeof keptDays): number => keptDays[what] * 86_400_000;

function storedLifetimes(store: () => Store): Readonly<Record<string, Lifetime>> {
  const prune = async (what: Retained, at: number): Promise<void> => {
    const table = retentionTable(readConfig({}), {
      store: store(),
      signing,
      platform: systemPlatform,
      onStopped: () => undefined,
    });
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
    return store().connectSessions.complete(id, { ...done, at }, "end_user");
  };
  const flow = async () => {
    const sessionId = await session({ status: "opened", provider: "acme", authKind: "oauth2_authorization_code" });
    const row = { id: newId("flow"), sessionId, provider: "acme", languages: ["en"], ticketHash: newId("t") };
    const made = {
      ...row,
      browserHash: "",
      stateHash: "",
      appId: "",
      createdAt: bornAt,
      expiresAt: bornAt + flowMs,
      usedAt: null,
    };
    assert.equal(await store().oauthFlows.start(made, null), true);
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
    await prune("responses", at);
    if (!isTombstone) return (await store().idempotency.find(claim))?.state === "done";
    await prune("keys", at);
    return (await store().idempotency.find(claim)) !== null;
  };
  return {
    "a session's exchange": {
      lifeMs: sessionLifetimeMs,
      verdict: ends,
      holds: async (at) =>
        store().connectSessions.exchange(await session(), newId("secret"), at, "https://app.example"),
    },
    "a session's verification": {
      lifeMs: sessionLifetimeMs,
      verdict: ends,
      holds: async (at) => store().connectSessions.beginVerification(await session({ status: "opened" }), at, at + 1),
    },
    "a session's completion": { lifeMs: sessionLifetimeMs, verdict: ends, holds: completes(false) },
    "a session until it is swept": {
      lifeMs: sessionLifetimeMs,
      verdict: ends,
      async holds(at) {
        const id = await session();
        await store().connectSessions.sweep(at, 1000);
        return (await store().connectSessions.findById(id))?.status === "pending";
      },
    },
    "a credential until it is swept": {
      lifeMs: 30 * dayMs,
      verdict: ends,
      async holds(at) {
        const place = await makeTenant(store());
        const { id } = await makeConnection(store(), place, expiryOf(bornAt + 30 * dayMs));
        await store().connections.sweepExpiry(at, 1000);
        return (await store().connections.find(place.clientId, place.tenantId, id))?.status === "active";
      },
    },
    "a completion code": { lifeMs: confirmationMs, verdict: ends, holds: completes(true) },
    "the lock of a verification": {
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
        return store().oauthFlows.approve(
          id,
          { stateHash: newId("state"), appId: "app", at, expiresAt: at + flowMs },
          null,
        );
      },
    },
    "a stored session after its end": {
      lifeMs: keptForMs("sessions"),
      verdict: isPruned,
      async holds(at) {
        const id = await session({ status: "completed" });
        await prune("sessions", at);
        return (await store().connectSessions.findById(id)) !== null;
      },
    },
    "a stored OAuth flow after its end": {
      lifeMs: flowMs + 3_600_000,
      verdict: isPruned,
      async holds(at) {
        const { ticketHash } = await flow();
        await prune("flows", at);
        return (await store().oauthFlows.findByTicketHash(ticketHash)) !== null;
      },
    },
    "a settled execution": { lifeMs: keptForMs("executions"), verdict: isPruned, holds: keptExecution({}) },
    "an unknown outcome": { lifeMs: keptForMs("executions"), verdict: stays, holds: keptExecution(unknown) },
    "the response of a key": { lifeMs: keptForMs("responses"), verdict: isPruned, holds: keptKey({}, false) },
    "the response of an unknown outcome's key": {
      lifeMs: keptForMs("responses"),
      verdict: stays,
      holds: keptKey(unknown, false),
    },
    "the tombstone of a key": { lifeMs: keptForMs("keys"), verdict: isPruned, holds: keptKey({}, true) },
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
