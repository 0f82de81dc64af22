/** Delegated tokens, and the executions that claims count against their budgets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DelegatedTokenRow } from "../../../src/domain/service-clients/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { sampleDelegatedToken } from "./agent-samples.ts";
import {
  addTenant,
  keyedExecution,
  makeConnectedTenant,
  makeHolder,
  sampleClaim,
  sampleExecution,
  sampleKey,
  type Holder,
} from "./samples.ts";
import { freed } from "./settlement-samples.ts";

const accepted = { from: "accepted", ownerId: "owner_a", fence: 0 } as const;
const all = { tenantId: null, label: null, tenants: null } as const;

/** Registers the cases. */
export function tokenCases(store: () => Store): void {
  const make = async (holder: Holder, change: Partial<DelegatedTokenRow> = {}): Promise<DelegatedTokenRow> => {
    const token = sampleDelegatedToken(holder, change);
    await store().delegatedTokens.create(token, "key:k");
    return token;
  };
  const used = async ({ clientId, id }: DelegatedTokenRow) =>
    (await store().delegatedTokens.find(clientId, id))?.usedExecutions;

  test("stores a token unchanged, and finds it with its key, client, ancestors and tenant", async () => {
    const holder = await makeHolder(store());
    const oldest = await make(holder, { connections: ["con_1"], actions: ["doppler/*"], maxExecutions: 5 });
    const parent = await make(holder, { parentId: oldest.id, audience: ["mcp"], subject: "ann", agent: "bot" });
    const own = await make(holder, { parentId: parent.id, connections: [], label: "x", maxEffect: "read" });
    const found = await store().delegatedTokens.findForUse(own.id);
    assert.deepEqual(found?.chain, [oldest, parent, own]);
    assert.deepEqual([found?.client.id, found?.key.id], [holder.clientId, holder.keyId]);
    assert.deepEqual([found?.isTenantDeleted, found?.tenantLabel], [false, null]);
    await store().tenants.update(holder.clientId, holder.tenantId, { label: "eu" }, "operator");
    assert.equal((await store().delegatedTokens.findForUse(own.id))?.tenantLabel, "eu");
    assert.deepEqual((await store().delegatedTokens.findForUse(oldest.id))?.chain, [oldest]);
    assert.equal(await store().delegatedTokens.findForUse("dtk_none"), null);
    const orphan = await make(holder, { parentId: "dtk_gone" });
    assert.equal(await store().delegatedTokens.findForUse(orphan.id), null);
    assert.equal(await store().delegatedTokens.find((await makeHolder(store())).clientId, own.id), null);
  });

  test("a key creates one token", async () => {
    const holder = await makeHolder(store());
    const keyed = { claim: sampleClaim(holder.clientId), response: { status: 201, body: "made" } };
    const create = (token: DelegatedTokenRow) => store().delegatedTokens.create(token, "key:k", keyed);
    const made = await Promise.all([1, 2, 3].map(() => create(sampleDelegatedToken(holder))));
    assert.deepEqual(made.map(({ kind }) => kind).sort(), ["created", "key_taken", "key_taken"]);
    assert.deepEqual((await store().idempotency.find(keyed.claim))?.response, keyed.response);
    const query = { ...all, status: null, nowMs: 0, after: null, limit: 10 };
    assert.equal((await store().delegatedTokens.list(holder.clientId, query)).rows.length, 1);
  });

  test("lists by tenant, label, state and reach, newest first", async () => {
    const holder = await makeHolder(store());
    const sibling = { ...holder, tenantId: await addTenant(store(), holder.clientId, { label: "us" }) };
    await make(await makeHolder(store()));
    const one = await make(holder, { createdAt: 1, label: "a" });
    const two = await make(sibling, { createdAt: 2, label: "a", revokedAt: 5 });
    const three = await make(sibling, { createdAt: 3, expiresAt: 4000 });
    const list = async (change: object) => {
      const query = { ...all, status: null, nowMs: 5000, after: null, limit: 10, ...change };
      return (await store().delegatedTokens.list(holder.clientId, query)).rows.map(({ id }) => id);
    };
    assert.deepEqual(await list({}), [three.id, two.id, one.id]);
    assert.deepEqual(await list({ after: two }), [one.id]);
    assert.deepEqual(await list({ tenantId: sibling.tenantId }), [three.id, two.id]);
    assert.deepEqual(await list({ label: "a" }), [two.id, one.id]);
    assert.deepEqual(await list({ tenants: { ids: [holder.tenantId] } }), [one.id]);
    assert.deepEqual(await list({ tenants: { ids: [] } }), []);
    assert.deepEqual(await list({ tenants: { label: "us" } }), [three.id, two.id]);
    assert.deepEqual(await list({ tenants: { label: "us" }, tenantId: holder.tenantId }), []);
    assert.deepEqual(await list({ tenants: { label: "a" } }), []);
    assert.deepEqual(await list({ status: "active" }), [one.id]);
    assert.deepEqual(await list({ status: "revoked" }), [two.id]);
    assert.deepEqual(await list({ status: "expired" }), [three.id]);
  });

  test("revokes by id, label, tenant and reach, with every token made from those", async () => {
    const holder = await makeHolder(store());
    const sibling = { ...holder, tenantId: await addTenant(store(), holder.clientId, { label: "us" }) };
    const revoke = (which: Parameters<Store["delegatedTokens"]["revoke"]>[1]) =>
      store().delegatedTokens.revoke(holder.clientId, which, 2000, { actor: "key:k" });
    const stateOf = async ({ id }: DelegatedTokenRow) =>
      (await store().delegatedTokens.find(holder.clientId, id))?.revokedAt ?? null;
    const oldest = await make(holder);
    const parent = await make(holder, { parentId: oldest.id });
    const own = await make(holder, { parentId: parent.id });
    const other = await make(holder, { label: "a" });
    const foreign = await make(sibling, { label: "a" });
    const ended = await make(holder, { expiresAt: 1999 });
    assert.equal(await store().delegatedTokens.revoke("scl_other", { id: oldest.id }, 2000, { actor: "key:k" }), 0);
    assert.equal(await revoke({ id: oldest.id }), 3);
    assert.deepEqual(await Promise.all([oldest, parent, own, other].map(stateOf)), [2000, 2000, 2000, null]);
    assert.equal(await revoke({ id: oldest.id }), 0);
    assert.equal(await revoke({ ...all, label: "a", tenants: { ids: [holder.tenantId] } }), 1);
    assert.equal(await revoke({ ...all, label: "" }), 0);
    assert.equal(await revoke({ ...all, tenants: { ids: [] } }), 0);
    assert.equal(await revoke({ ...all, tenants: { label: "a" } }), 0);
    assert.equal(await stateOf(foreign), null);
    const alike = await make(sibling);
    assert.equal(await revoke({ ...all, label: "a", tenants: { label: "us" } }), 1);
    assert.equal(await stateOf(alike), null);
    assert.equal(await revoke({ ...all, tenantId: sibling.tenantId }), 1);
    assert.equal(await stateOf(ended), null);
    const trail = (await store().audit.page(holder.clientId, 0, 100)).filter(({ type }) => type.endsWith("revoked"));
    assert.deepEqual(
      trail.map(({ subject }) => subject).sort(),
      [oldest, parent, own, other, foreign, alike].map(({ id }) => id).sort(),
    );
  });

  test("a tenant's deletion ends its tokens, and reports which", async () => {
    const holder = await makeHolder(store());
    const token = await make(holder);
    await make(holder, { expiresAt: 1500 });
    await store().tenants.remove(holder.clientId, holder.tenantId, 2000, false, "operator");
    const trail = (await store().audit.page(holder.clientId, 0, 100)).filter(({ type }) => type.endsWith("revoked"));
    assert.deepEqual(
      trail.map(({ subject, data }) => [subject, data]),
      [[token.id, { reason: "tenant_deleted" }]],
    );
    const found = await store().delegatedTokens.findForUse(token.id);
    assert.deepEqual([found?.isTenantDeleted, found?.chain[0]?.revokedAt], [true, 2000]);
  });

  test("keeps a token until some time after it expires", async () => {
    const holder = await makeHolder(store());
    const [early, late] = [await make(holder, { expiresAt: 10 }), await make(holder, { expiresAt: 20 })];
    assert.equal(await store().delegatedTokens.prune(20, 10), 1);
    assert.equal(await store().delegatedTokens.find(holder.clientId, early.id), null);
    assert.notEqual(await store().delegatedTokens.find(holder.clientId, late.id), null);
  });

  test("counts an execution against each budget, but not another attempt of its key", async () => {
    const holder = { ...(await makeConnectedTenant(store())), keyId: "" };
    const key = sampleKey(holder.clientId);
    await store().serviceClients.addKey(key, "operator");
    const mine = { ...holder, keyId: key.id };
    const parent = await make(mine, { maxExecutions: 3 });
    const token = await make(mine, { parentId: parent.id, maxExecutions: 2 });
    const budgets = [parent.id, token.id];
    const claim = (made: ReturnType<typeof keyedExecution>) =>
      store().executions.claim(made.row, made.claim, undefined, undefined, budgets);
    const first = keyedExecution(holder);
    assert.equal((await claim(first)).kind, "claimed");
    await store().executions.settle(first.row, accepted, freed);
    const again = keyedExecution(holder, { idempotencyKey: first.row.idempotencyKey });
    const repeated = await claim(again);
    assert.ok(repeated.kind === "claimed" && repeated.row.attempt === 2);
    assert.deepEqual([await used(parent), await used(token)], [1, 1]);
    const read = sampleExecution(holder, { effect: "read" });
    assert.equal((await store().executions.claim(read, null, undefined, undefined, budgets)).kind, "claimed");
    const refused = keyedExecution(holder);
    assert.deepEqual(await claim(refused), { kind: "exhausted" });
    assert.equal(await store().executions.find(holder.clientId, holder.tenantId, refused.row.id), null);
    assert.equal(await store().executions.findKey(refused.claim), null);
    // A key that was used before isn't counted again, even if a budget is exhausted.
    assert.deepEqual(await claim(keyedExecution(holder, { idempotencyKey: first.row.idempotencyKey })), {
      kind: "taken",
    });
    // The oldest still has one left, which its other tokens may use.
    assert.deepEqual([await used(parent), await used(token)], [2, 2]);
    const sibling = keyedExecution(holder);
    const bySibling = store().executions.claim(sibling.row, sibling.claim, undefined, undefined, [parent.id]);
    assert.equal((await bySibling).kind, "claimed");
    assert.equal(await used(parent), 3);
  });

  test("of fifty concurrent claims, exactly as many are counted as the budget has left", async () => {
    const place = await makeConnectedTenant(store());
    const key = sampleKey(place.clientId);
    await store().serviceClients.addKey(key, "operator");
    const token = await make({ ...place, keyId: key.id }, { maxExecutions: 7 });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_each, index) => {
        const { row, claim } = keyedExecution(place);
        const asRead = index % 2 === 0;
        const written = asRead ? sampleExecution(place, { effect: "read" }) : row;
        return store().executions.claim(written, asRead ? null : claim, undefined, undefined, [token.id]);
      }),
    );
    assert.equal(results.filter(({ kind }) => kind === "claimed").length, 7);
    assert.equal(results.filter(({ kind }) => kind === "exhausted").length, 43);
    assert.equal(await used(token), 7);
  });

  test("a claim with a stale connection is stale, even if a budget is exhausted", async () => {
    const place = await makeConnectedTenant(store());
    const key = sampleKey(place.clientId);
    await store().serviceClients.addKey(key, "operator");
    const token = await make({ ...place, keyId: key.id }, { maxExecutions: 1, usedExecutions: 1 });
    const { row, claim } = keyedExecution(place);
    const withVersion = (version: number) => store().executions.claim(row, claim, undefined, version, [token.id]);
    assert.deepEqual(await withVersion(7), { kind: "stale" });
    assert.deepEqual(await withVersion(1), { kind: "exhausted" });
  });

  test("accepting a restored database ends tokens from before, and all with a budget", async () => {
    const holder = await makeHolder(store());
    const counted = await make(holder, { maxExecutions: 3, createdAt: 3000 });
    const early = await make(holder);
    const free = await make(holder, { createdAt: 3000 });
    const { revokedTokens } = await store().restores.expireKeys({ before: 2000, undatedUntil: 2500 }, {});
    const revokedAt = async ({ id }: DelegatedTokenRow) =>
      (await store().delegatedTokens.find(holder.clientId, id))?.revokedAt;
    assert.deepEqual([await revokedAt(counted), await revokedAt(early), await revokedAt(free)], [3000, 2000, null]);
    const trail = (await store().audit.page(holder.clientId, 0, 100)).filter(({ type }) => type.endsWith("revoked"));
    assert.deepEqual(trail.map(({ subject }) => subject).sort(), [early.id, counted.id].sort());
    assert.ok(trail.every(({ actor, data }) => actor === "operator" && data["reason"] === "restored"));
    assert.ok(revokedTokens >= 2);
    assert.equal((await store().delegatedTokens.findForUse(early.id))?.chain[0]?.revokedAt, 2000);
    assert.ok((await store().delegatedTokens.findForUse(free.id)) !== null);
  });

  test("lists and finds only what a token covers", async () => {
    const place = await makeConnectedTenant(store());
    const rows = [
      sampleExecution(place, { createdAt: 1, actionId: "secrets.get", effect: "read" }),
      sampleExecution(place, { createdAt: 2, connectionId: "con_2" }),
      sampleExecution(place, { createdAt: 3 }),
    ];
    for (const row of rows) await store().executions.claim(row, null);
    const list = async (covered: { connections: string[] | null; actions: string[] | null }) => {
      const none = { connectionId: null, status: null, actionId: null, idempotencyKey: null };
      const query = { ...none, covered, after: null, limit: 10 };
      const page = await store().executions.list(place.clientId, place.tenantId, query);
      return page.rows.map(({ createdAt }) => createdAt);
    };
    assert.deepEqual(await list({ connections: null, actions: null }), [3, 2, 1]);
    assert.deepEqual(await list({ connections: ["con_2"], actions: null }), [2]);
    assert.deepEqual(await list({ connections: null, actions: ["doppler/secrets.get"] }), [1]);
    assert.deepEqual(await list({ connections: ["con_2"], actions: ["doppler/secrets.get"] }), []);
    assert.deepEqual(
      await list({ connections: null, actions: ["doppler/secrets.get", "doppler/secrets.set"] }),
      [3, 2, 1],
    );
    assert.deepEqual(await list({ connections: [], actions: null }), []);
    // `secrets` is part of a listed name, not a name itself.
    assert.deepEqual(
      await list({ connections: null, actions: ["doppler/secrets.set.all", "x-doppler/secrets.set"] }),
      [],
    );
  });
}
