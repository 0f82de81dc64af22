import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ServiceError, type Tenant } from "@svc/contract";
import type { KeyClaim } from "../../../src/domain/idempotency/port.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import { createTenants } from "../../../src/domain/tenants/tenants.ts";
import { openFixture, registration } from "../service-clients/fixture.ts";

async function openTenants(context: TestContext) {
  const fixture = await openFixture(context);
  const { store, cursors, platform, newId } = fixture;
  const destroyed: string[] = [];
  const destroyTenantKey = (id: string) => Promise.resolve(destroyed.push(id));
  const tenants = createTenants({ store: store.tenants, destroyTenantKey, cursors, platform, newId });
  const createCaller = async (name: string): Promise<Caller> => {
    const { client, keyId } = await fixture.clients.create({ ...registration, name });
    return { client, keyId, tenants: null };
  };
  let keys = 0;
  const claim = (caller: Caller): KeyClaim => {
    return {
      clientId: caller.client.id,
      tenantId: "-",
      key: `k${keys++}`,
      fingerprint: "1.f",
      ownerId: "o",
      createdAt: fixture.clock.nowMs,
    };
  };
  const create = async (caller: Caller, externalId: string, label: string | null = null): Promise<Tenant> => {
    const body = { externalId, displayName: `Name ${externalId}`, label };
    const made = await tenants.create(caller, body, claim(caller));
    assert.ok(made.kind === "made" && made.response.status === 201);
    return made.response.body as Tenant;
  };
  return { ...fixture, tenants, destroyed, caller: await createCaller("one"), createCaller, claim, create };
}

async function readErrorCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );
}

test("creates, finds and renames a tenant", async (context) => {
  const { tenants, caller, create } = await openTenants(context);
  const tenant = await create(caller, "c-1");
  assert.deepEqual(await tenants.get(caller, tenant.id), tenant);
  assert.equal((await tenants.update(caller, tenant.id, { displayName: "New" })).displayName, "New");
  assert.equal((await tenants.get(caller, tenant.id)).displayName, "New");
});

test("an externalId is unique per client, and the stored refusal names the tenant", async (context) => {
  const { tenants, caller, createCaller, claim, create, store } = await openTenants(context);
  const tenant = await create(caller, "c-1");
  const again = claim(caller);
  const made = await tenants.create(caller, { externalId: "c-1", displayName: "Other" }, again);
  assert.ok(made.kind === "made");
  assert.equal(made.response.status, 409);
  const { code, tenant_id } = made.response.body as { code: string; tenant_id: string };
  assert.deepEqual([code, tenant_id], ["TENANT_EXISTS", tenant.id]);
  assert.equal((await store.idempotency.find(again))?.response?.status, 409);
  assert.notEqual((await create(await createCaller("two"), "c-1")).id, tenant.id);
});

test("returns a claimed key to the second caller", async (context) => {
  const { tenants, caller, claim } = await openTenants(context);
  const same = claim(caller);
  await tenants.create(caller, { externalId: "a", displayName: "A" }, same);
  const second = await tenants.create(caller, { externalId: "a", displayName: "A" }, same);
  assert.ok(second.kind === "taken");
  assert.equal(second.row.response?.status, 201);
});

test("treats another client's tenant, a deleted one and a malformed id as missing", async (context) => {
  const { tenants, caller, createCaller, create } = await openTenants(context);
  const stranger = await createCaller("two");
  const { id } = await create(caller, "c-1");
  for (const work of [
    () => tenants.get(stranger, id),
    () => tenants.update(stranger, id, { displayName: "x" }),
    () => tenants.remove(stranger, id, true),
    () => tenants.get(caller, "ten_x"),
    () => tenants.get(caller, "ten_\u0000"),
    () => tenants.get(caller, caller.client.id),
  ]) {
    assert.equal(await readErrorCode(work()), "TENANT_NOT_FOUND");
  }
  await tenants.remove(caller, id, false);
  assert.equal(await readErrorCode(tenants.get(caller, id)), "TENANT_NOT_FOUND");
  assert.equal((await tenants.require(caller, id, { deleted: true })).id, id);
});

test("a deletion destroys the tenant's key", async (context) => {
  const { tenants, caller, create, destroyed, store } = await openTenants(context);
  const { id } = await create(caller, "c-1");
  await tenants.remove(caller, id, false);
  assert.deepEqual(destroyed, [id]);
  const trail = await store.audit.page(caller.client.id, 0, 10);
  assert.deepEqual(
    trail.slice(2).map(({ type, subject, actor }) => [type, subject, actor]),
    [["tenant.deleted", id, `key:${caller.keyId}`]],
  );
});

test("lists all pages, newest first, and rejects another listing's cursor", async (context) => {
  const { tenants, caller, createCaller, create, clock } = await openTenants(context);
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await create(caller, `c-${count}`)).id);
    clock.nowMs += count % 2;
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await tenants.list(caller, { limit: 2, cursor });
    seen.push(...page.tenants.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual([...seen].sort(), [...made].sort());
  const { nextCursor } = await tenants.list(caller, { limit: 2 });
  assert.ok(nextCursor !== null);
  const stranger = await createCaller("two");
  assert.equal(await readErrorCode(tenants.list(stranger, { limit: 2, cursor: nextCursor })), "INVALID_REQUEST");
  assert.equal(
    await readErrorCode(tenants.list(caller, { limit: 2, cursor: nextCursor, externalId: "c-1" })),
    "INVALID_REQUEST",
  );
  assert.deepEqual(
    (await tenants.list(caller, { limit: 2, externalId: "c-3" })).tenants.map(({ externalId }) => externalId),
    ["c-3"],
  );
  assert.deepEqual((await tenants.list(stranger, { limit: 2 })).tenants, []);
});

test("sets, changes and removes a tenant's label, and records it in the audit trail", async (context) => {
  const { tenants, caller, create, events } = await openTenants(context);
  const { id, label } = await create(caller, "c-1", "eu");
  assert.equal(label, "eu");
  assert.equal((await tenants.update(caller, id, { displayName: "New" })).label, "eu");
  assert.equal((await tenants.update(caller, id, { label: "us", displayName: "Newer" })).displayName, "Newer");
  assert.deepEqual(
    (await tenants.list(caller, { limit: 2, label: "us" })).tenants.map((tenant) => tenant.id),
    [id],
  );
  assert.deepEqual((await tenants.list(caller, { limit: 2, label: "eu" })).tenants, []);
  assert.equal((await tenants.update(caller, id, { label: null })).label, null);
  assert.deepEqual(
    (await events()).filter(({ subject }) => subject === id).map(({ type, data }) => [type, data]),
    [
      ["tenant.created", { label: "eu" }],
      ["tenant.renamed", {}],
      ["tenant.renamed", {}],
      ["tenant.relabeled", { label: "us" }],
      ["tenant.relabeled", { label: "" }],
    ],
  );
});

test("a key narrowed to a label reaches the tenants that have it now", async (context) => {
  const { tenants, caller, createCaller, create } = await openTenants(context);
  const narrow: Caller = { ...caller, tenants: { label: "eu" } };
  const [eu, us, none] = [await create(caller, "a", "eu"), await create(caller, "b", "us"), await create(caller, "c")];
  const reached = async (): Promise<string[]> => {
    const found = [];
    for (const { id } of [eu, us, none]) if (await tenants.reaches(narrow, id)) found.push(id);
    const listed = (await tenants.list(narrow, { limit: 10 })).tenants.map(({ id }) => id);
    assert.deepEqual(listed.sort(), [...found].sort(), "the list shows what is reached");
    for (const { id } of [eu, us, none]) {
      assert.equal(await readErrorCode(tenants.get(narrow, id)), found.includes(id) ? "none" : "TENANT_NOT_FOUND");
    }
    return found;
  };
  assert.deepEqual(await reached(), [eu.id]);
  await tenants.update(caller, us.id, { label: "eu" });
  await tenants.update(caller, eu.id, { label: null });
  assert.deepEqual(await reached(), [us.id]);
  const stranger = await createCaller("two");
  assert.equal(await tenants.reaches({ ...stranger, tenants: { label: "eu" } }, us.id), false);
  assert.equal(await tenants.reaches(narrow, "ten_x"), false);
  await tenants.remove(caller, us.id, false);
  assert.equal(await tenants.reaches(narrow, us.id), true, "its executions stay readable");
  assert.deepEqual((await tenants.list(narrow, { limit: 10, externalId: "b" })).tenants, []);
});

test("only a key that reaches all tenants changes a label", async (context) => {
  const { tenants, caller, create } = await openTenants(context);
  const { id } = await create(caller, "a", "eu");
  const other = await create(caller, "b", "us");
  for (const narrowed of [{ label: "eu" }, { ids: [id] }]) {
    const narrow: Caller = { ...caller, tenants: narrowed };
    for (const label of ["us", "eu", null]) {
      assert.equal(await readErrorCode(tenants.update(narrow, id, { label })), "NOT_PERMITTED");
      assert.equal(await readErrorCode(tenants.update(narrow, id, { label, displayName: "No" })), "NOT_PERMITTED");
      assert.equal(await readErrorCode(tenants.update(narrow, other.id, { label })), "TENANT_NOT_FOUND");
    }
    assert.deepEqual(
      [(await tenants.get(caller, id)).label, (await tenants.get(caller, id)).displayName],
      ["eu", "Name a"],
    );
  }
  assert.equal((await tenants.update({ ...caller, tenants: { label: "eu" } }, id, { displayName: "Yes" })).label, "eu");
});
