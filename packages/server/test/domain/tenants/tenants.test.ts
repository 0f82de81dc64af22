import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ServiceError, type Tenant } from "@svc/contract";
import type { KeyClaim } from "../../../src/domain/idempotency/port.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import { createTenants } from "../../../src/domain/tenants/tenants.ts";
import { openFixture, registration } from "../service-clients/fixture.ts";

async function openTenants(context: TestContext) {
  const fixture = await openFixture(context);
  const { store, cursors, audit, platform, newId } = fixture;
  const destroyed: string[] = [];
  const destroyTenantKey = (id: string) => Promise.resolve(destroyed.push(id));
  const tenants = createTenants({ store: store.tenants, destroyTenantKey, cursors, audit, platform, newId });
  const createCaller = async (name: string): Promise<Caller> => {
    const { client, keyId } = await fixture.clients.create({ ...registration, name });
    return { client, keyId };
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
  const create = async (caller: Caller, externalId: string): Promise<Tenant> => {
    const made = await tenants.create(caller, { externalId, displayName: `Name ${externalId}` }, claim(caller));
    assert.ok(made.kind === "made" && made.answer.status === 201);
    return made.answer.body as Tenant;
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
  assert.equal((await tenants.rename(caller, tenant.id, "New")).displayName, "New");
  assert.equal((await tenants.get(caller, tenant.id)).displayName, "New");
});

test("an externalId is unique per client, and the stored refusal names the tenant", async (context) => {
  const { tenants, caller, createCaller, claim, create, store } = await openTenants(context);
  const tenant = await create(caller, "c-1");
  const again = claim(caller);
  const made = await tenants.create(caller, { externalId: "c-1", displayName: "Other" }, again);
  assert.ok(made.kind === "made");
  assert.equal(made.answer.status, 409);
  const { code, tenant_id } = made.answer.body as { code: string; tenant_id: string };
  assert.deepEqual([code, tenant_id], ["TENANT_EXISTS", tenant.id]);
  assert.equal((await store.idempotency.find(again))?.answer?.status, 409);
  assert.notEqual((await create(await createCaller("two"), "c-1")).id, tenant.id);
});

test("returns a claimed key to the second caller", async (context) => {
  const { tenants, caller, claim } = await openTenants(context);
  const same = claim(caller);
  await tenants.create(caller, { externalId: "a", displayName: "A" }, same);
  const second = await tenants.create(caller, { externalId: "a", displayName: "A" }, same);
  assert.ok(second.kind === "taken");
  assert.equal(second.row.answer?.status, 201);
});

test("treats another client's tenant, a deleted one and a malformed id as missing", async (context) => {
  const { tenants, caller, createCaller, create } = await openTenants(context);
  const stranger = await createCaller("two");
  const { id } = await create(caller, "c-1");
  for (const work of [
    () => tenants.get(stranger, id),
    () => tenants.rename(stranger, id, "x"),
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
    trail.map(({ type, subject, actor }) => [type, subject, actor]),
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
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual([...seen].sort(), [...made].sort());
  const { next_cursor } = await tenants.list(caller, { limit: 2 });
  assert.ok(next_cursor !== null);
  const stranger = await createCaller("two");
  assert.equal(await readErrorCode(tenants.list(stranger, { limit: 2, cursor: next_cursor })), "INVALID_REQUEST");
  assert.equal(
    await readErrorCode(tenants.list(caller, { limit: 2, cursor: next_cursor, externalId: "c-1" })),
    "INVALID_REQUEST",
  );
  assert.deepEqual(
    (await tenants.list(caller, { limit: 2, externalId: "c-3" })).tenants.map(({ externalId }) => externalId),
    ["c-3"],
  );
  assert.deepEqual((await tenants.list(stranger, { limit: 2 })).tenants, []);
});
