/** Service keys that an operator has narrowed to tenants, from outside. */
import assert from "node:assert/strict";
import type { DelegatedTokenList, ServiceClient, TenantList } from "@svc/contract";
import {
  assertProblem,
  Caller,
  Connected,
  devConfig,
  operateJson,
  suiteOnBothEngines,
  uniqueName,
  until,
  verifies,
} from "../harness/index.ts";
import { key, make, missing, path } from "./token-fixture.ts";

suiteOnBothEngines(
  "narrowed service keys",
  (fixture) => {
    const namesOf = (connected: Connected) => connected.execute("secrets.names.list", devConfig);

    verifies("tokens.narrow-keys", "reaches only its tenants, with the key and with its tokens", async () => {
      const { server, client } = fixture();
      const [inside, outside] = [await fixture().connected(), await fixture().connected()];
      const added = await operateJson<{ key: string }>(server, [
        "service-clients",
        "add-key",
        client.id,
        "--key-name",
        "narrow",
      ]);
      const narrow = new Caller(inside.caller.http, added.key);
      const before = await make(narrow, outside.tenantId);
      const update = ["service-clients", "update-key", client.id, "narrow"];
      await operateJson(server, [...update, "--tenant", inside.tenantId]);
      await until(5000, "the key is narrow", async () =>
        (await narrow.get(`/v1/tenants/${outside.tenantId}`)).status === 404 ? true : null,
      );
      assert.equal((await namesOf(inside.by(narrow))).status, 200);
      assert.deepEqual(
        (await namesOf(outside.by(narrow))).problem().code,
        (await namesOf(new Connected(narrow, missing.tenant, outside.id))).problem().code,
      );
      const listed = (await narrow.get("/v1/tenants")).json as TenantList;
      assert.deepEqual(
        listed.tenants.map(({ id }) => id),
        [inside.tenantId],
      );
      for (const at of ["/v1/events", "/v1/webhook-endpoints", "/v1/audit-events"]) {
        assertProblem(await narrow.get(at), "NOT_PERMITTED");
      }
      const body = { externalId: uniqueName("t"), displayName: "T" };
      assertProblem(await narrow.post("/v1/tenants", body, key()), "NOT_PERMITTED");
      assertProblem(await narrow.post(path, { tenant_id: outside.tenantId }, key()), "TENANT_NOT_FOUND");
      await until(5000, "its token is narrow", async () =>
        (await before.caller.get(`/v1/tenants/${outside.tenantId}`)).status === 404 ? true : null,
      );
      const own = await make(narrow, inside.tenantId);
      const seen = (await narrow.get(path)).json as DelegatedTokenList;
      assert.deepEqual(
        seen.delegatedTokens.map(({ id }) => id),
        [own.token.id],
      );
      assertProblem(await narrow.get(`${path}/${before.token.id}`), "DELEGATED_TOKEN_NOT_FOUND");
      assertProblem(await narrow.post(`${path}/${before.token.id}:revoke`), "DELEGATED_TOKEN_NOT_FOUND");

      const rotated = await operateJson<{ key: string }>(server, [
        "service-clients",
        "rotate-key",
        client.id,
        "--key-name",
        "narrow",
      ]);
      const next = new Caller(inside.caller.http, rotated.key);
      assertProblem(await next.get(`/v1/tenants/${outside.tenantId}`), "TENANT_NOT_FOUND");
      for (const [args, told] of [
        [["--tenant", missing.tenant], /has no tenant/],
        [["--tenant", inside.tenantId, "--all-tenants"], /only one of/],
        [[], /Say what to change: --tenant, --label, --all-tenants/],
      ] as const) {
        const ran = await server.operate([...update, ...args]);
        assert.notEqual(ran.exitCode, 0);
        assert.match(ran.stderr, told);
      }
    });

    verifies(
      "tokens.narrow-label",
      "reaches the tenants that currently have its label, with the key and with its tokens",
      async () => {
        const { server, client } = fixture();
        const [inside, outside] = [await fixture().connected(), await fixture().connected()];
        const { caller: owner } = inside;
        const at = ({ tenantId }: Connected) => `/v1/tenants/${tenantId}`;
        const label = uniqueName("region");
        const relabel = async (connected: Connected, to: string | null) =>
          assert.equal((await owner.patch(at(connected), { label: to })).status, 200);
        await relabel(inside, label);
        const add = ["service-clients", "add-key", client.id, "--key-name", "by-label"];
        const { key: text } = await operateJson<{ key: string }>(server, add);
        const update = ["service-clients", "update-key", client.id, "by-label"];
        await operateJson(server, [...update, "--label", label]);
        const narrow = new Caller(owner.http, text);
        const tenantsOf = async () =>
          ((await narrow.get("/v1/tenants")).json as TenantList).tenants.map(({ id }) => id);
        const tokensOf = async () =>
          ((await narrow.get(path)).json as DelegatedTokenList).delegatedTokens.map(({ id }) => id);
        const reached = async (by: Caller) =>
          await Promise.all([inside, outside].map(async (connected) => (await by.get(at(connected))).status));

        assert.deepEqual(await reached(narrow), [200, 404]);
        assert.deepEqual(await tenantsOf(), [inside.tenantId]);
        const { tenants, tenantLabel } = (await narrow.get("/v1/service-client")).json as ServiceClient;
        assert.deepEqual([tenants, tenantLabel], [null, label]);
        assert.equal((await namesOf(inside.by(narrow))).status, 200);
        assertProblem(await namesOf(outside.by(narrow)), "TENANT_NOT_FOUND");
        assertProblem(await narrow.post(path, { tenant_id: outside.tenantId }, key()), "TENANT_NOT_FOUND");
        const token = await make(narrow, inside.tenantId);
        const others = await make(owner, outside.tenantId);
        assert.deepEqual(await tokensOf(), [token.token.id]);
        for (const change of [{ label: null }, { label: "other" }, { label, displayName: "Mine" }]) {
          assertProblem(await narrow.patch(at(inside), change), "NOT_PERMITTED");
          assertProblem(await narrow.patch(at(outside), change), "TENANT_NOT_FOUND");
        }

        await relabel(inside, null);
        await relabel(outside, label);
        assert.deepEqual(await reached(narrow), [404, 200]);
        assert.deepEqual(await tenantsOf(), [outside.tenantId]);
        assert.deepEqual(await tokensOf(), [others.token.id]);
        assertProblem(await namesOf(inside.by(narrow)), "TENANT_NOT_FOUND");
        assert.equal((await namesOf(outside.by(narrow))).status, 200);
        assertProblem(await narrow.get(`${path}/${token.token.id}`), "DELEGATED_TOKEN_NOT_FOUND");
        assertProblem(await narrow.post(`${path}:revoke`, { tenant_id: inside.tenantId }), "TENANT_NOT_FOUND");
        await until(5000, "its token no longer reaches the tenant", async () =>
          (await token.caller.get(at(inside))).status === 404 ? true : null,
        );
        assertProblem(await namesOf(inside.by(token.caller)), "TENANT_NOT_FOUND");
        const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
        assertProblem(await token.caller.post("/mcp", list), "TENANT_NOT_FOUND");
        assert.deepEqual(await reached(token.caller), [404, 404]);

        await relabel(inside, label);
        assert.deepEqual(await reached(narrow), [200, 200]);
        await until(5000, "its token reaches the tenant again", async () =>
          (await token.caller.get(at(inside))).status === 200 ? true : null,
        );
        await relabel(outside, null);
        const rotate = ["service-clients", "rotate-key", client.id, "--key-name", "by-label"];
        const rotated = await operateJson<{ key: string }>(server, [...rotate, "--overlap-seconds", "0"]);
        const next = new Caller(owner.http, rotated.key);
        assert.deepEqual(await reached(next), [200, 404]);
        for (const [args, told] of [
          [["--label", label, "--tenant", inside.tenantId], /only one of --tenant, --label and --all-tenants/],
          [["--label", label, "--all-tenants"], /only one of --tenant, --label and --all-tenants/],
          [["--label", "EU"], /A label has 1 to 63/],
          [["--label", ""], /A label has 1 to 63/],
        ] as const) {
          const ran = await server.operate([...update, ...args]);
          assert.notEqual(ran.exitCode, 0);
          assert.match(ran.stderr, told);
        }
        await operateJson(server, [...update, "--all-tenants"]);
        await until(5000, "the key reaches all tenants", async () =>
          (await next.get(at(outside))).status === 200 ? true : null,
        );
      },
    );
  },
  { env: { SVC_RATE_LIMIT_RPS: "0" } },
);
