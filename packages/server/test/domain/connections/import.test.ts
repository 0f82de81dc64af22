/** Imports whose caller, policy or tenant changes during the provider call, or whose process fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode, ImportConnection, ImportedConnection } from "@svc/contract";
import { createImport, type ImportDeps } from "../../../src/domain/connections/import.ts";
import { createTokenBuckets } from "../../../src/domain/limits/rates.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import { alive, createFixture, refused, unsure, type Fixture } from "../connect-sessions/fixture.ts";

const token = `dp.st.dev.${"CANARYcanary".repeat(4).slice(0, 43)}`;
const input: ImportConnection = {
  provider: "doppler",
  authKind: "static_credential",
  requestedActions: ["secrets.get"],
  credential: { access_token: token },
};

async function startImport(change: (fixture: Fixture) => Partial<ImportDeps> = () => ({})) {
  const fixture = await createFixture();
  await fixture.changeClient({ allowImport: true });
  const { deps, store, tenant } = fixture;
  const free = { taken: 0 };
  const runImport = createImport({
    ...deps,
    apps: deps.oauth.apps,
    store: store.connections,
    keys: {
      store: store.idempotency,
      hash: deps.hashes,
      nowMs: deps.platform.nowMs,
      ownerId: () => "owner_a",
      expiry: { refuse: () => undefined },
    },
    slot: () => {
      free.taken += 1;
      return () => void (free.taken -= 1);
    },
    rate: createTokenBuckets(0, deps.platform),
    ...change(fixture),
  });
  let keys = 0;
  return {
    fixture,
    free,
    async send(body: ImportConnection = input, by: Partial<Caller> = {}, key = `key-${(keys += 1)}`) {
      const client = (await store.serviceClients.find(fixture.caller.client.id)) ?? assert.fail("no client");
      const caller: Caller = { ...fixture.caller, client, ...by };
      const scope = { clientId: client.id, tenantId: tenant.id, key };
      return runImport(caller, { input: body, scope, identity: { method: "POST", path: "/import", body } });
    },
  };
}

const hasCode = (code: ErrorCode) => (error: { code?: string; message?: string }) => {
  assert.equal(error.code, code, error.message);
  return true;
};

test("imports, and keeps nothing of the credential outside the vault", async () => {
  const { fixture, send, free } = await startImport();
  fixture.provider.responses = [alive()];
  const response = await send(input, {}, "once");
  const { connection } = response.body as ImportedConnection;
  assert.deepEqual(
    (await fixture.connections()).map(({ id, origin }) => [id, origin]),
    [[connection?.id, "import"]],
  );
  assert.deepEqual(await send(input, {}, "once"), { ...response, replayed: true });
  assert.equal(fixture.provider.calls, 1);
  assert.equal(free.taken, 0);
  assert.ok(!JSON.stringify([response, fixture.audit]).includes("CANARY"));
});

test("refuses an operator who acts for a client that may import", async () => {
  const { fixture, send } = await startImport();
  await assert.rejects(send(input, { operatorId: "op_1" }), hasCode("IMPORT_NOT_ALLOWED"));
  assert.equal(fixture.provider.calls, 0);
});

const meanwhile: readonly [string, (fixture: Fixture) => Promise<void>, ErrorCode][] = [
  ["imports are switched off", (fixture) => fixture.changeClient({ allowImport: false }), "IMPORT_NOT_ALLOWED"],
  ["the client is revoked", (fixture) => fixture.revokeClient(), "IMPORT_NOT_ALLOWED"],
  ["the policy drops the action", (fixture) => fixture.changeClient({ allowedActions: [] }), "ACTION_NOT_FOUND"],
  ["the tenant is deleted", (fixture) => fixture.removeTenant(), "TENANT_NOT_FOUND"],
];
for (const [what, happen, code] of meanwhile) {
  test(`stores nothing if ${what} during the provider call`, async () => {
    const { fixture, send } = await startImport();
    fixture.provider.responses = [
      async () => {
        await happen(fixture);
        return alive()();
      },
    ];
    await assert.rejects(send(), hasCode(code));
    assert.deepEqual(await fixture.connections(), []);
  });
}

test("frees the key if the connection couldn't be stored, and then creates one", async () => {
  let fails = true;
  const { fixture, send, free } = await startImport(({ store }) => ({
    store: {
      async import(imported) {
        if (fails) throw new Error("the disk is full");
        return store.connections.import(imported);
      },
    },
  }));
  fixture.provider.responses = [alive()];
  await assert.rejects(send(input, {}, "once"), /the disk is full/);
  assert.equal(free.taken, 0);
  fails = false;
  assert.equal((await send(input, {}, "once")).replayed, false);
  assert.equal((await fixture.connections()).length, 1);
});

test("audits refusals and dry runs, and limits the rate before the key is claimed", async () => {
  let allowed = true;
  const verdict = () => ({ allowed, limit: 5, remaining: 0, resetSeconds: 3 });
  const { fixture, send } = await startImport(() => ({ rate: verdict }));
  fixture.provider.responses = [refused, unsure, alive()];
  await assert.rejects(send(), hasCode("CREDENTIAL_REJECTED"));
  await assert.rejects(send(), hasCode("CREDENTIAL_UNVERIFIED"));
  allowed = false;
  await assert.rejects(send({ ...input, dryRun: true }, {}, "limited"), hasCode("RATE_LIMITED"));
  allowed = true;
  const tried = await send({ ...input, dryRun: true }, {}, "limited");
  assert.equal((tried.body as ImportedConnection).connection, null);
  const types = fixture.audit.map(({ type }) => type).filter((type) => type.startsWith("connection."));
  assert.deepEqual(types, ["connection.import_refused", "connection.import_tried"]);
  assert.deepEqual(await fixture.connections(), []);
});

test("an imported connection has its credential's expiry", async () => {
  const { fixture, send } = await startImport();
  const end = fixture.clock.nowMs + 86_400_000;
  fixture.provider.responses = [alive("acme", end)];
  const { connection } = (await send()).body as ImportedConnection;
  assert.equal(connection?.credentialExpiresAt, new Date(end).toISOString());
  const [row] = await fixture.connections();
  assert.deepEqual([row?.credentialExpiresAt, row?.expiryDueAt], [end, end - 7 * 86_400_000]);
});
