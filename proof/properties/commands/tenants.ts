/** Commands on tenants. */
import assert from "node:assert/strict";
import type { Tenant, TenantList } from "@svc/contract";
import { assertReplay } from "../../../conformance/harness/ledger.ts";
import { anything, kind, type Kind } from "../command.ts";
import type { TenantModel } from "../model.ts";
import { assertCode, assertStatus } from "../real.ts";

const pathOf = ({ id }: TenantModel): string => `/v1/tenants/${id}`;

export const tenantCommands: readonly Kind[] = [
  kind({
    name: "create a tenant",
    on: ({ living }) => (living.length < 4 ? [true] : []),
    async run({ model, real }) {
      const [key, externalId] = [real.name("tenant"), real.name("external")];
      const body = { externalId, displayName: "Acme" };
      const response = await real.caller.post("/v1/tenants", body, { idempotencyKey: key });
      assertStatus(response, 201);
      const { id } = response.json as Tenant;
      model.tenants.push({ id, externalId, displayName: "Acme", key, body, response, isDeleted: false });
    },
  }),
  kind({
    name: "repeat a tenant's creation",
    on: ({ tenants }) => tenants,
    async run({ real }, { key, body, response }) {
      assertReplay(response, await real.caller.post("/v1/tenants", body, { idempotencyKey: key }));
    },
  }),
  kind({
    name: "use a tenant's key for another",
    on: ({ tenants }) => tenants,
    async run({ real }, { key, body }) {
      const other = { ...body, displayName: "Another" };
      assertCode(await real.caller.post("/v1/tenants", other, { idempotencyKey: key }), "IDEMPOTENCY_KEY_REUSED");
    },
  }),
  kind({
    name: "create a tenant that exists",
    on: ({ living }) => living,
    async run({ real }, { id, body }) {
      const response = await real.caller.post("/v1/tenants", body, { idempotencyKey: real.name("again") });
      assertCode(response, "TENANT_EXISTS");
      assert.equal((response.json as { tenant_id: string }).tenant_id, id);
    },
  }),
  kind({
    name: "show a tenant",
    on: ({ living }) => living,
    async run({ real }, tenant) {
      const response = await real.caller.get(pathOf(tenant));
      assertStatus(response, 200);
      const { externalId, displayName } = response.json as Tenant;
      assert.deepEqual([externalId, displayName], [tenant.externalId, tenant.displayName]);
    },
  }),
  kind({
    name: "rename a tenant",
    on: ({ living }) => living,
    async run({ real }, tenant) {
      const displayName = real.name("Renamed");
      assertStatus(await real.caller.patch(pathOf(tenant), { displayName }), 200);
      tenant.displayName = displayName;
    },
  }),
  kind({
    name: "find tenants by externalId",
    on: ({ tenants }) => tenants,
    async run({ model, real }, { externalId }) {
      const response = await real.caller.get(`/v1/tenants?externalId=${externalId}`);
      const found = (response.json as TenantList).tenants.map(({ id }) => id);
      const expected = model.living.filter((tenant) => tenant.externalId === externalId).map(({ id }) => id);
      assert.deepEqual(found, expected);
    },
  }),
  kind({
    name: "delete a tenant",
    weight: 4,
    on: ({ living }) => living,
    async run({ model, real }, tenant) {
      const response = await real.caller.delete(pathOf(tenant));
      if (model.hasUnresolved(tenant)) {
        assertCode(response, "TENANT_HAS_UNRESOLVED");
        return;
      }
      assertStatus(response, 204);
      model.delete(tenant);
    },
  }),
  kind({
    name: "delete a tenant by force",
    weight: 3,
    on: ({ living }) => living,
    async run({ model, real }, tenant) {
      assertStatus(await real.caller.delete(`${pathOf(tenant)}?force=true`), 204);
      model.delete(tenant);
    },
  }),
  kind({
    name: "ask for a deleted tenant",
    on: ({ tenants }) => tenants.filter(({ isDeleted }) => isDeleted),
    async run({ real }, tenant) {
      for (const path of ["", "/connections", "/connect-sessions", "/providers"]) {
        assertCode(await real.caller.get(pathOf(tenant) + path), "TENANT_NOT_FOUND");
      }
    },
  }),
  kind({
    name: "ask for a stranger's tenant",
    on: ({ tenants }) => tenants,
    async run({ real }, tenant) {
      for (const path of ["", "/connections", "/action-executions"]) {
        assertCode(await real.stranger.get(pathOf(tenant) + path), "TENANT_NOT_FOUND");
      }
      assertCode(await real.stranger.delete(`${pathOf(tenant)}?force=true`), "TENANT_NOT_FOUND");
    },
  }),
  kind({
    name: "list a client's tenants",
    on: anything,
    async run({ model, real }) {
      const { tenants } = (await real.caller.get("/v1/tenants?limit=100")).json as TenantList;
      const ids = new Set(tenants.map(({ id }) => id));
      for (const { id, isDeleted } of model.tenants) {
        if (isDeleted) assert.ok(!ids.has(id), "a deleted tenant is listed");
        // Earlier runs left tenants; newest first, so the first page has this run's.
        else assert.ok(ids.has(id), "a tenant is not listed");
      }
      assert.deepEqual((await real.stranger.get("/v1/tenants")).json, { tenants: [], nextCursor: null });
    },
  }),
];
