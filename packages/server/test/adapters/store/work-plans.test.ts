/** No statement of the operator's commands and of the background work reads a growing table whole. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { readConfig } from "../../../src/app/config.ts";
import { prune, retentionTable } from "../../../src/app/retention.ts";
import { verifyChain } from "../../../src/domain/journal/verify.ts";
import { createInHand, sweepOnce } from "../../../src/domain/executions/sweeper.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { testSeals } from "../../test-seals.ts";
import { sampleEvent, signing } from "../../domain/journal/fixture.ts";
import { fixedClock } from "../../domain/clock/fixed.ts";
import { makeConnectedTenant } from "./samples.ts";
import { postgresScans, recordStatements, sqliteScans } from "./testing/plans.ts";

const nothing = (): undefined => undefined;

/** The store's part of each command, in the order of the command tree. */
const commands: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  start: async (store) => {
    await store.vault.rootKeyIds();
    await store.connections.countOfOtherProviders([]);
    await store.restores.keyExpiry();
  },
  "connections disconnect": async ({ connections }) => {
    const all = { clientId: null, tenantId: null, provider: null };
    await connections.disconnectAll({ ...all, provider: "absent" }, 5, "operator");
    await connections.disconnectAll({ ...all, tenantId: "ten_absent" }, 5, "operator");
    await connections.disconnectAll({ ...all, clientId: "scl_absent" }, 5, "operator");
  },
  webhooks: async ({ webhooks }) => {
    await webhooks.overview(null);
    await webhooks.overview("scl_absent");
    await webhooks.logs();
  },
  "vault status": async ({ vault }) => {
    await vault.rootKeyIds();
    await vault.countTenantKeys("k", nothing);
    await vault.countSealedRecords(nothing);
    await vault.hashingKeys();
    await vault.oauthAppSecrets();
  },
  "vault rotate, vault rekey": async ({ vault }) => {
    await vault.listTenantKeysUnder("k", "", 100);
    await vault.listTenantKeys(null, "", 100);
    await vault.listSealedRecords("ten_absent", "", 100);
  },
  "backup, restore-check": async ({ restores }) => {
    await restores.newestExecutionAt();
    await restores.contents(nothing);
    await restores.copiedAt();
  },
  "idempotency-keys expire, failover accept": async ({ restores }) => {
    await restores.expireKeys({ before: 5, undatedUntil: 5 }, {});
    await restores.clearKeyExpiry();
  },
  "audit verify, audit export": async ({ audit }) => {
    for (const clientId of await audit.chainIds()) await verifyChain(audit, signing, clientId, []);
  },
  doctor: async (store) => {
    await store.unknownOutcomes();
    await store.owners.loaded();
    await store.connections.countByListedOrigin("absent");
    await store.audit.due("", Date.now(), 100);
  },
};

/** Everything that repeats in a server: retention, the sweep, looks, webhooks and what each scrape of metrics reads. */
async function runBackground(store: Store): Promise<void> {
  const parts = { store, signing, platform: systemPlatform, onStopped: nothing };
  const clock = fixedClock(Date.now() + 1000 * 86_400_000);
  for (const row of retentionTable(readConfig({}), parts)) await prune(row, clock, new AbortController().signal);
  const inHand = createInHand();
  const watch = { look: () => [{ ownerId: "own_silent", beats: 1 }] };
  await sweepOnce(
    {
      ...store,
      onExpired: nothing,
      clock,
      platform: systemPlatform,
      ownerId: () => "own_absent",
      inHand,
      onSettled: nothing,
    },
    watch,
  );
  await store.looks.take({ limit: 5, leaseMs: 1000, afterClient: "", busyClients: [] });
  await store.looks.open();
  await store.unknownOutcomes();
  await store.proposals.take({ limit: 5, leaseMs: 1000, afterClient: "", busyClients: [] });
  await store.proposals.endDue(5, { code: "PLAN_STALE", detail: "" });
  await store.webhooks.fanOut({ limit: 50, afterClient: "" });
  await store.webhooks.take({ limit: 5, leaseMs: 1000, afterClient: "", busy: { clients: [], endpoints: [] } });
}

const engines = {
  async SQLite() {
    const folder = await mkdtemp(join(tmpdir(), "svc-plans-"));
    const file = join(folder, "svc.sqlite");
    return {
      url: `sqlite:${file}`,
      scans: async (texts: readonly string[]) => sqliteScans(file, texts),
      drop: () => rm(folder, { recursive: true }),
    };
  },
  async PostgreSQL() {
    const { serverUrl, drop } = await testDatabase();
    return { url: serverUrl, scans: (texts: readonly string[]) => postgresScans(serverUrl, texts), drop };
  },
};

/**
 * Statements that read a whole table on purpose: after a restore, once and without a time limit, every token and every
 * sign-in from before it ends.
 */
const readsAll =
  /^(?:update "delegated_tokens" set "revoked_at" = case|delete from "agent_authorizations" where "created_at" <=)/;

for (const [engine, make] of Object.entries(engines)) {
  test(`commands and background work read growing tables by index, on ${engine}`, async (t) => {
    const { url, scans, drop } = await make();
    const store = await openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: true });
    const statements = recordStatements(t);
    try {
      const { clientId } = await makeConnectedTenant(store);
      await store.audit.append(sampleEvent(clientId, 1));
      await store.audit.append(sampleEvent("", 1));
      statements.take();
      for (const [name, run] of Object.entries({ ...commands, "background work": runBackground })) {
        await run(store);
        const texts = statements.take().filter((text) => !readsAll.test(text));
        assert.ok(texts.length > 0 || name === "doctor", `${name} was recorded`);
        assert.deepEqual(await scans(texts), {}, name);
        statements.take();
      }
    } finally {
      await store.close();
      await drop();
    }
  });
}
