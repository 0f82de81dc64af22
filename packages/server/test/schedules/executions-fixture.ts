/**
 * The fixture: two processes with one store and one OAuth connection. Calls of store, transport and vault are
 * scheduled.
 */
import assert from "node:assert/strict";
import { ServiceError, type ErrorCode } from "@svc/contract";
import type { ExchangeFacts } from "@svc/provider-kit";
import type fc from "fast-check";
import { execute, type ExecuteDeps } from "../../src/domain/executions/execute.ts";
import type { ExecutionRow } from "../../src/domain/records/record.ts";
import { createExecutionRecords } from "../../src/domain/executions/records.ts";
import type { ProviderTransport } from "../../src/domain/provider-calls/port.ts";
import { makeOAuthConnection, makeReplica, rotatingServer } from "../domain/connections/oauth-fixture.ts";
import type { OAuthWorld } from "../domain/executions/oauth-world.ts";
import { answered, setThing } from "../domain/executions/world.ts";
import { newId, sampleClient } from "../adapters/store/samples.ts";
import { scheduled } from "./drive.ts";
import { codeOfResult } from "../domain/executions/result-code.ts";

/** The provider's response to a changing request. */
export type Change = "done" | "refused" | "lost" | "late" | "fails";

/** What is observed from outside while the schedule runs. */
export type Observed = {
  /** Changes that reached the provider, by key. */
  sent: Map<string, number>;
  /** Whether the disconnection or deletion has returned. */
  isEnded: boolean;
  /** Violations, in words. */
  breaches: string[];
};

/** The steps and checks of one schedule. */
export type Scenario = {
  seen: Observed;
  call(key: string, replica: number): Promise<string>;
  resolve(outcome: "succeeded" | "failed"): Promise<void>;
  disconnect(): Promise<void>;
  deleteTenant(): Promise<void>;
  /** Lets the first process sleep past its lease, and the second sweep. */
  sleepAndSweep(): Promise<void>;
  /** Compares each record with its earlier state. */
  look(): Promise<void>;
  /** Checks what must be true at the end. */
  judge(): Promise<void>;
};

const allowedBefore: Readonly<Record<string, readonly string[]>> = {
  accepted: ["accepted"],
  dispatched: ["accepted", "dispatched"],
  outcome_unknown: ["accepted", "dispatched", "outcome_unknown"],
  succeeded: ["accepted", "dispatched", "outcome_unknown", "succeeded"],
  failed: ["accepted", "dispatched", "outcome_unknown", "failed"],
};

/** Creates a scenario with a new tenant. @param changes the provider's responses, in the order of arrival. */
export async function createScenario(
  s: fc.Scheduler,
  { store, deps }: Pick<OAuthWorld, "store" | "deps">,
  { changes, isDue }: { changes: readonly Change[]; isDue: boolean },
): Promise<Scenario> {
  const { platform } = deps;
  const server = rotatingServer(platform);
  const { place, connectionId } = await makeOAuthConnection(store, server, platform, isDue ? 1000 : server.lifeMs);
  const { clientId, tenantId } = place;
  const seen: Observed = { sent: new Map(), isEnded: false, breaches: [] };
  const executions = watched(seen, store.executions);
  const transport = scriptedTransport(s, seen, [...changes]);
  const ports = {
    executions: scheduled(s, "executions", executions),
    connections: scheduled(s, "connections", store.connections),
  };
  const refreshes = scheduled(s, "refreshes", store.credentialRefreshes);
  const replicas = await Promise.all(
    [0, 1].map(async () => {
      const lease = { owner: newId("owner"), isHeld: true };
      await store.owners.begin(lease.owner);
      const endpoint = { ...server, refresh: scheduled(s, "token endpoint", { refresh: server.refresh }).refresh };
      const { live } = makeReplica(
        { connections: ports.connections, credentialRefreshes: refreshes, audit: store.audit },
        endpoint,
        platform,
      );
      const own: ExecuteDeps = {
        ...deps,
        store: ports.executions,
        transport,
        credentials: live,
        lease: {
          ownerId: () => lease.owner,
          holds: (owner) => owner === lease.owner && lease.isHeld,
        },
        markNeedsReconnect: async (id, version) =>
          void (await ports.connections.markNeedsReconnect(id, version, platform.nowMs(), { by: "system" })),
        onDefect: () => undefined,
      };
      return { lease, deps: own };
    }),
  );
  const all = { connectionId: null, status: null, actionId: null, idempotencyKey: null, after: null, limit: 100 };
  const rows = async (): Promise<readonly ExecutionRow[]> =>
    (await store.executions.list(clientId, tenantId, all)).rows;
  const known = new Map<string, ExecutionRow>();
  // People resolve outcomes only after lease and deadline.
  const later = { ...platform, nowMs: () => platform.nowMs() + 120_000 };
  const records = createExecutionRecords({
    store: ports.executions,
    platform: later,
    actions: { find: () => null },
    settle: () => assert.fail("no test here asks for a look"),
  });
  const end = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    seen.isEnded = true;
  };
  return {
    seen,
    async call(key, replica) {
      const client = sampleClient({ id: clientId });
      const about = {
        caller: { client, keyId: "key_1", tenants: null },
        tenantId,
        connectionId,
        actionId: setThing.id,
      };
      const content = () => ({ input: { value: key }, identity: { method: "POST", path: "/set", body: { key } } });
      const chosen = replicas[replica % replicas.length];
      assert.ok(chosen !== undefined);
      const result = await execute(chosen.deps, { ...about, idempotencyKey: () => key, content }).catch(toErrorCode);
      return typeof result === "string" ? result : codeOfResult(result);
    },
    async resolve(outcome) {
      const unknown = (await rows()).find(({ status }) => status === "outcome_unknown");
      const request = { outcome, note: "Looked it up.", resolvedBy: "somebody" };
      const caller = { client: sampleClient({ id: clientId }), keyId: "a", tenants: null };
      if (unknown !== undefined) await records.resolve(caller, tenantId, unknown.id, request).catch(toErrorCode);
    },
    disconnect: () =>
      end(() => ports.connections.disconnect(clientId, tenantId, connectionId, platform.nowMs(), "operator")),
    deleteTenant: () =>
      end(() => scheduled(s, "tenants", store.tenants).remove(clientId, tenantId, platform.nowMs(), true, "operator")),
    async sleepAndSweep() {
      const [sleeper, other] = replicas;
      assert.ok(sleeper !== undefined && other !== undefined);
      await s.schedule(Promise.resolve(), "the lease ends");
      const { owner } = sleeper.lease;
      sleeper.lease.owner = newId("owner");
      await store.owners.end(owner);
      await store.owners.begin(sleeper.lease.owner);
      await store.executions.sweep({ silent: [], limit: 100 });
    },
    async look() {
      for (const row of await rows()) {
        const old = known.get(row.id);
        if (old !== undefined) compare(seen, old, row);
        known.set(row.id, row);
      }
    },
    async judge() {
      for (const { lease } of replicas) await store.owners.end(lease.owner);
      await store.executions.sweep({ silent: [], limit: 100 });
      for (const [key, count] of seen.sent) if (count > 1) seen.breaches.push(`${key} was sent ${count} times`);
      judgeRecords(seen, await rows());
      if (server.isRevoked) seen.breaches.push("one refresh token was used twice");
      assert.deepEqual(seen.breaches, []);
    },
  };
}

function compare({ breaches }: Observed, old: ExecutionRow, row: ExecutionRow): void {
  if (!(allowedBefore[row.status] ?? []).includes(old.status)) breaches.push(`${old.status} became ${row.status}`);
  if (row.fence < old.fence) breaches.push("a fence went back");
  if (old.resolution === null) return;
  const isSame = row.status === old.status && row.resolution?.outcome === old.resolution.outcome;
  if (!isSame) breaches.push("a resolution changed");
}

function judgeRecords({ sent, breaches }: Observed, rows: readonly ExecutionRow[]): void {
  for (const { status, idempotencyKey: key, dispatchedAt, resolution, lateResponse } of rows) {
    const count = sent.get(key) ?? 0;
    if (status === "accepted" || status === "dispatched") breaches.push(`a record of ${key} stays ${status}`);
    if (status === "succeeded" && resolution === null && count !== 1)
      breaches.push(`${key} succeeded with ${count} requests`);
    if (lateResponse !== null && dispatchedAt === null) breaches.push(`a response to ${key}, which was not sent`);
  }
  for (const key of sent.keys()) {
    if (!rows.some((row) => row.idempotencyKey === key && row.dispatchedAt !== null)) {
      breaches.push(`${key} was sent without a record`);
    }
  }
}

/** Wraps the store, to notice dispatches after the connection has ended. */
function watched(seen: Observed, executions: OAuthWorld["store"]["executions"]): OAuthWorld["store"]["executions"] {
  return {
    ...executions,
    async dispatch(...args) {
      const wasEnded = seen.isEnded;
      const done = await executions.dispatch(...args);
      if (done && wasEnded) seen.breaches.push("dispatched after the connection had ended");
      return done;
    },
  };
}

function scriptedTransport(s: fc.Scheduler, seen: Observed, changes: Change[]): ProviderTransport {
  const facts: Readonly<Record<Change, ExchangeFacts>> = {
    done: answered(200),
    refused: answered(422),
    fails: answered(500),
    lost: { kind: "lost", reason: "reset" },
    late: { kind: "lost", reason: "timeout" },
  };
  return {
    open: () => ({
      async send(request, options) {
        await s.schedule(Promise.resolve(), `${request.method} is sent`);
        if (request.method === "GET") return answered(200, []);
        if (options?.mayStillSend?.() === false) return { kind: "not_sent", reason: "not_allowed" };
        const { value: key } = request.json as { value: string };
        seen.sent.set(key, (seen.sent.get(key) ?? 0) + 1);
        const change = changes.shift() ?? "done";
        await s.schedule(Promise.resolve(), `${request.method} of ${key} returns: ${change}`);
        if (change === "late") {
          void s
            .schedule(Promise.resolve(), `the late response to ${key}`)
            .then(() => options?.onLate?.(answered(200)));
        }
        return facts[change];
      },
      close: () => undefined,
    }),
  };
}

function toErrorCode(error: unknown): ErrorCode {
  if (error instanceof ServiceError) return error.code;
  throw error;
}
