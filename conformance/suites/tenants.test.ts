/** Service client and tenant endpoints. */
import assert from "node:assert/strict";
import type { Connection, ExecutedAction, Execution, ServiceClient, Tenant, TenantList } from "@svc/contract";
import {
  assertProblem,
  suiteOnBothEngines,
  testOrigin,
  testReturnUrl,
  uniqueName,
  verifies,
  devConfig,
} from "../harness/index.ts";

suiteOnBothEngines("service client and tenants", (fixture) => {
  verifies("service-client.profile", "shows the operator's settings, and masks the key", async () => {
    const { caller, client } = fixture();
    const response = await caller.get("/v1/service-client");
    assert.equal(response.status, 200);
    const profile = response.json as ServiceClient;
    assert.equal(profile.id, client.id);
    assert.equal(profile.name, client.name);
    assert.equal(profile.maskedKey, `${client.key.slice(0, 19)}…`);
    assert.deepEqual(profile.allowedOrigins, [testOrigin]);
    assert.deepEqual(profile.allowedReturnUrls, [testReturnUrl]);
    assert.deepEqual(profile.policy, { actions: ["doppler/*"] });
    assert.deepEqual([profile.appName, profile.logoUrl], [null, null]);
    const branded = await fixture().another({ flags: ["--app-name", "Harbor Tools"] });
    assert.equal(((await branded.caller.get("/v1/service-client")).json as ServiceClient).appName, "Harbor Tools");
    assert.ok(!response.text.includes(client.key.slice(19)), "the response holds key material");
  });

  verifies("tenants.create", "answers 201 with every field and a working Location", async () => {
    const { caller } = fixture();
    const externalId = uniqueName("ext");
    const body = { externalId, displayName: "Müller & Søn" };
    const response = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("key") });
    assert.equal(response.status, 201);
    const tenant = response.json as Tenant;
    assert.equal(tenant.externalId, externalId);
    assert.equal(tenant.displayName, body.displayName);
    assert.match(tenant.id, /^ten_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    assert.equal(response.headers["location"], `/v1/tenants/${tenant.id}`);
    assert.deepEqual((await caller.get(response.headers["location"])).json, tenant);
  });

  verifies("tenants.exists", "names the existing tenant if another key repeats its externalId", async () => {
    const { caller } = fixture();
    const body = { externalId: uniqueName("ext"), displayName: "First" };
    const first = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("key") });
    const again = { ...body, displayName: "Second" };
    const problem = assertProblem(
      await caller.post("/v1/tenants", again, { idempotencyKey: uniqueName("key") }),
      "TENANT_EXISTS",
    );
    assert.equal(problem.tenant_id, (first.json as Tenant).id);
  });

  verifies("tenants.exists", "lets another service client use the same externalId", async () => {
    const { caller } = fixture();
    const other = await fixture().another();
    const body = { externalId: uniqueName("ext"), displayName: "Both" };
    for (const who of [caller, other.caller]) {
      const response = await who.post("/v1/tenants", body, { idempotencyKey: "the-same-key-at-both" });
      assert.equal(response.status, 201, response.text);
    }
  });

  verifies("tenants.read", "changes only the name with PATCH", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}`;
    const before = (await caller.get(path)).json as Tenant;
    const changed = await caller.patch(path, { displayName: "Renamed" });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.json, { ...before, displayName: "Renamed" });
    assert.deepEqual((await caller.get(path)).json, { ...before, displayName: "Renamed" });
  });

  verifies("tenants.label", "has the label that it was created with, until it is changed or removed", async () => {
    const { caller } = fixture();
    const label = uniqueName("l");
    const body = { externalId: uniqueName("ext"), displayName: "Labeled", label };
    const made = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("key") });
    const tenant = made.json as Tenant;
    assert.equal(tenant.label, label);
    const listed = async (by: string) =>
      ((await caller.get(`/v1/tenants?label=${by}`)).json as TenantList).tenants.map(({ id }) => id);
    assert.deepEqual(await listed(label), [tenant.id]);
    const path = `/v1/tenants/${tenant.id}`;
    const other = `${label}.2`;
    assert.deepEqual((await caller.patch(path, { label: other })).json, { ...tenant, label: other });
    assert.deepEqual([await listed(label), await listed(other)], [[], [tenant.id]]);
    assert.deepEqual((await caller.patch(path, { displayName: "Same label" })).json, {
      ...tenant,
      label: other,
      displayName: "Same label",
    });
    assert.equal(((await caller.patch(path, { label: null })).json as Tenant).label, null);
    assert.equal(((await caller.get(path)).json as Tenant).label, null);
    assert.deepEqual(await listed(other), []);
  });

  verifies("tenants.label", "refuses an invalid label, and changes nothing", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}`;
    const before = (await caller.get(path)).json;
    for (const label of ["", "EU", "-eu", "e u", "a".repeat(64), 7, ["eu"]]) {
      assertProblem(await caller.patch(path, { label }), "INVALID_REQUEST");
      const body = { externalId: uniqueName("ext"), displayName: "No", label };
      assertProblem(await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("key") }), "INVALID_REQUEST");
    }
    assertProblem(await caller.get("/v1/tenants?label=EU"), "INVALID_REQUEST");
    assert.deepEqual((await caller.get(path)).json, before);
  });

  verifies("tenants.read", "refuses a PATCH of anything but name and label, and changes nothing", async () => {
    const { caller } = fixture();
    const path = `/v1/tenants/${await fixture().tenant()}`;
    const before = (await caller.get(path)).json;
    for (const body of [{}, { externalId: "other" }, { displayName: "" }, { displayName: "a", id: "b" }]) {
      assertProblem(await caller.patch(path, body), "INVALID_REQUEST");
    }
    assert.deepEqual((await caller.get(path)).json, before);
  });

  verifies("tenants.list", "lists newest first, and by externalId", async () => {
    const other = (await fixture().another()).caller;
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift(await fixture().tenant(other));
    const list = (await other.get("/v1/tenants")).json as TenantList;
    assert.deepEqual(
      list.tenants.map(({ id }) => id),
      ids,
    );
    assert.equal(list.nextCursor, null);
    const wanted = list.tenants[1];
    assert.ok(wanted !== undefined);
    const found = (await other.get(`/v1/tenants?externalId=${wanted.externalId}`)).json as TenantList;
    assert.deepEqual(found.tenants, [wanted]);
    assert.deepEqual(((await other.get("/v1/tenants?externalId=nobody")).json as TenantList).tenants, []);
  });

  verifies("tenants.delete", "disconnects the tenant's connections, and keeps executions readable by id", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const { execution } = await connection.run("secrets.names.list", devConfig);
    const path = `/v1/tenants/${connection.tenantId}`;
    const response = await caller.delete(path);
    assert.equal(response.status, 204);
    assert.equal(response.text, "");
    assertProblem(await caller.get(path), "TENANT_NOT_FOUND");
    assertProblem(await caller.get(connection.path), "TENANT_NOT_FOUND");
    assertProblem(await connection.execute("secrets.names.list", devConfig), "TENANT_NOT_FOUND");
    const kept = await caller.get(`${path}/action-executions/${execution.id}`);
    assert.equal(kept.status, 200, kept.text);
    assert.equal((kept.json as Execution).id, execution.id);
    assertProblem(await caller.delete(path), "TENANT_NOT_FOUND");
  });

  verifies(
    "tenants.delete-unresolved",
    "answers 409 while an outcome is unknown, and 204 with force or once it is resolved",
    async () => {
      const { caller, provider } = fixture();
      for (const way of ["force", "resolve"]) {
        const connection = await fixture().connected();
        provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
        const lost = assertProblem(await connection.set("LOST", uniqueName("key")), "ACTION_OUTCOME_UNKNOWN");
        const path = `/v1/tenants/${connection.tenantId}`;
        assertProblem(await caller.delete(path), "TENANT_HAS_UNRESOLVED");
        assertProblem(await caller.delete(`${path}?force=false`), "TENANT_HAS_UNRESOLVED");
        const still = (await caller.get(connection.path)).json as Connection;
        assert.equal(still.status, "active", "a refused deletion changed something");
        if (way === "resolve") {
          const settle = { outcome: "succeeded", note: "Seen at the provider." };
          const settled = await caller.post(`${path}/action-executions/${lost.execution_id}:resolve`, settle);
          assert.equal(settled.status, 200, settled.text);
        }
        const deleted = await caller.delete(way === "force" ? `${path}?force=true` : path);
        assert.equal(deleted.status, 204, deleted.text);
        const kept = await caller.get(`${path}/action-executions/${lost.execution_id}`);
        assert.equal(kept.status, 200, "the execution is gone with its tenant");
      }
    },
  );

  verifies("tenants.delete", "calls nothing at the provider", async () => {
    const { caller, provider } = fixture();
    const connection = await fixture().connected();
    const before = provider.ledger.requests.length;
    assert.equal((await caller.delete(`/v1/tenants/${connection.tenantId}`)).status, 204);
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("executions.execute", "answers with the record and the output", async () => {
    const connection = await fixture().connected();
    const response = await connection.execute("secrets.names.list", devConfig);
    assert.equal(response.status, 200, response.text);
    const { execution, output } = response.json as ExecutedAction;
    assert.equal(execution.status, "succeeded");
    assert.equal(execution.connection_id, connection.id);
    assert.equal(execution.tenant_id, connection.tenantId);
    assert.equal(execution.effect, "read");
    assert.ok(Array.isArray((output as { names: unknown }).names));
  });
});
