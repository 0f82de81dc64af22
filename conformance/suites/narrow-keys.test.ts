/** Service keys that an operator has narrowed to tenants, from outside. */
import assert from "node:assert/strict";
import type { DelegatedTokenList, TenantList } from "@svc/contract";
import {
  assertProblem,
  Caller,
  Connected,
  devConfig,
  operateJson,
  suite,
  uniqueName,
  until,
  verifies,
} from "../harness/index.ts";
import { key, make, missing, path } from "./token-fixture.ts";

suite(
  "narrowed service keys",
  (fixture) => {
    const namesOf = (connected: Connected) => connected.execute("secrets.names.list", devConfig);

    verifies("tokens.narrow-keys", "reaches its tenants alone, by itself and by its tokens", async () => {
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
      assertProblem(await narrow.post(path, { tenant_id: outside.tenantId }), "TENANT_NOT_FOUND");
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
        [["--tenant", inside.tenantId, "--all-tenants"], /not both/],
        [[], /Say what to change: --tenant, --all-tenants/],
      ] as const) {
        const ran = await server.operate([...update, ...args]);
        assert.notEqual(ran.exitCode, 0);
        assert.match(ran.stderr, told);
      }
    });
  },
  { env: { SVC_RATE_LIMIT_RPS: "0" } },
);
