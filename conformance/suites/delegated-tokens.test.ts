/** Delegated tokens, from outside. */
import assert from "node:assert/strict";
import type { AuditEventList, DelegatedToken, ExecutedAction, ExecutionList, ServiceClient } from "@svc/contract";
import {
  assertProblem,
  Caller,
  devConfig,
  operateJson,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type Connected,
} from "../harness/index.ts";
import { endpointOf, openClient } from "./mcp-client.ts";
import { assertApprovalKept, assertFieldsRefused, assertNarrowerOnly } from "./token-creation.ts";
import { ended, isRefused, key, make, missing, path } from "./token-fixture.ts";

suiteOnBothEngines(
  "delegated tokens",
  (fixture) => {
    const namesOf = (connected: Connected) => connected.execute("secrets.names.list", devConfig);

    verifies("tokens.rights", "executes within its actions and effect, and shows its narrowed self", async () => {
      const connected = await fixture().connected();
      const { tenantId } = connected;
      const { token, caller } = await make(connected.caller, tenantId, { maxEffect: "read", actions: ["doppler/*"] });
      assert.equal((await namesOf(connected.by(caller))).status, 200);
      assertProblem(await connected.by(caller).set("DENIED", uniqueName("k")), "ACTION_NOT_FOUND");
      const profile = (await caller.get("/v1/service-client")).json as ServiceClient;
      assert.deepEqual(profile.tenants, [tenantId]);
      const { id, expiresAt } = token;
      assert.deepEqual([profile.delegatedToken?.id, profile.delegatedToken?.expiresAt], [id, expiresAt]);
      assert.ok(profile.policy.actions.length > 0);
      assert.ok(profile.policy.actions.every((pattern) => /^doppler\/(?!secrets\.(?:set|delete))/.test(pattern)));
      const actions = (await caller.get(`/v1/tenants/${tenantId}/providers/doppler/actions`)).json as {
        actions: { effect: string }[];
      };
      assert.ok(actions.actions.length > 0 && actions.actions.every(({ effect }) => effect === "read"));
      const nothing = await make(connected.caller, tenantId, { actions: [] });
      assertProblem(await namesOf(connected.by(nothing.caller)), "ACTION_NOT_FOUND");
      const whole = await make(connected.caller, tenantId);
      assert.equal((await connected.by(whole.caller).set("ALLOWED", uniqueName("k"))).status, 200);
    });

    verifies("tokens.rights", "manages nothing", async () => {
      const connected = await fixture().connected();
      const { tenantId } = connected;
      const { token, caller } = await make(connected.caller, tenantId);
      const executed = await connected.run("secrets.names.list", devConfig);
      const tenant = `/v1/tenants/${tenantId}`;
      const refused: [string, string, unknown?][] = [
        ["GET", "/v1/tenants"],
        ["POST", "/v1/tenants", { externalId: uniqueName("t"), displayName: "T" }],
        ["PATCH", tenant, { displayName: "T" }],
        ["DELETE", tenant],
        ["GET", `${tenant}/connect-sessions`],
        ["POST", `${connected.path}:test`],
        ["DELETE", connected.path],
        ["POST", `${tenant}/action-executions/${executed.execution.id}:resolve`, { outcome: "failed" }],
        ["GET", path],
        ["GET", `${path}/${token.id}`],
        ["POST", `${path}/${token.id}:revoke`],
        ["POST", `${path}:revoke`, { tenant_id: tenantId }],
        ["GET", "/v1/events"],
        ["GET", "/v1/webhook-endpoints"],
        ["GET", "/v1/audit-events"],
      ];
      for (const [method, at, body] of refused) {
        assertProblem(await caller.send(method, at, body, key()), "NOT_PERMITTED");
      }
      assert.equal((await caller.get(tenant)).status, 200);
      assert.equal(await isRefused(caller), false);
    });

    verifies(
      "tokens.isolation",
      "sees only its tenant, connections and actions, and everything else as missing",
      async () => {
        const connected = await fixture().connected();
        const { tenantId, caller: owner } = connected;
        const sibling = await fixture().connected({ tenantId });
        const elsewhere = await fixture().connected();
        await sibling.run("secrets.names.list", devConfig);
        const ownSet = (await connected.set("SEEN", uniqueName("k"))).json as ExecutedAction;
        const ownRead = await connected.run("secrets.names.list", devConfig);
        const fields = { connections: [connected.id], actions: ["doppler/secrets.names.list"] };
        const { caller } = await make(owner, tenantId, fields);
        const same = async (at: string, nothing: string, body?: unknown) => {
          const method = body === undefined ? "GET" : "POST";
          // With the same request id, so that the responses are equal byte for byte.
          const headers = [["x-request-id", "the-same"]] as const;
          const options = { headers, idempotencyKey: "never-used" };
          const [first, second] = [
            await caller.send(method, at, body, options),
            await caller.send(method, nothing, body, options),
          ];
          assert.deepEqual([first.status, first.text], [second.status, second.text], at);
          assert.equal(first.status, 404, first.text);
        };
        const tenant = `/v1/tenants/${tenantId}`;
        await same(`/v1/tenants/${elsewhere.tenantId}`, `/v1/tenants/${missing.tenant}`);
        await same(`/v1/tenants/${elsewhere.tenantId}/connections`, `/v1/tenants/${missing.tenant}/connections`);
        await same(sibling.path, `${tenant}/connections/${missing.connection}`);
        const executions = `${tenant}/action-executions`;
        const noExecution = `${executions}/act_01k0000000e8r9m2p4s6t8w0y2`;
        await same(`${executions}/${ownSet.execution.id}`, noExecution);
        await same(`${executions}/${ownSet.execution.id}:settle`, `${noExecution}:settle`, {});
        const run = (id: string, action: string) => `${tenant}/connections/${id}/actions/${action}:execute`;
        const names = "secrets.names.list";
        await same(run(sibling.id, names), run(missing.connection, names), { input: devConfig });
        const noToken = { tenant_id: tenantId, connections: [missing.connection] };
        const foreign = await caller.post(path, { ...noToken, connections: [sibling.id] }, key());
        assert.equal(
          assertProblem(foreign, "CONNECTION_NOT_FOUND").detail,
          (await caller.post(path, noToken, key())).problem().detail,
        );
        const connections = (await caller.get(`${tenant}/connections`)).json as { connections: { id: string }[] };
        assert.deepEqual(
          connections.connections.map(({ id }) => id),
          [connected.id],
        );
        const listed = (await caller.get(executions)).json as ExecutionList;
        assert.deepEqual(
          listed.executions.map(({ id }) => id),
          [ownRead.execution.id],
        );
        assertProblem(await connected.by(caller).set("SEEN", uniqueName("k")), "ACTION_NOT_FOUND");
      },
    );

    verifies("tokens.isolation", "answers an uncovered action like an unknown one, whatever its key did", async () => {
      const connected = await fixture().connected();
      const used = uniqueName("used");
      assert.equal((await connected.set("USED", used)).status, 200);
      const { caller } = await make(connected.caller, connected.tenantId, { actions: ["doppler/secrets.names.list"] });
      const texts = new Set<string>();
      for (const idempotencyKey of [used, uniqueName("new")]) {
        const input = { ...devConfig, name: "USED", value: "canary-value-of-USED" };
        const headers = [["x-request-id", "the-same"]] as const;
        const options = { idempotencyKey, headers };
        for (const action of ["secrets.set", "secrets.unheardOf"]) {
          texts.add((await connected.by(caller).execute(action, input, options)).text);
        }
      }
      assert.equal(texts.size, 1, [...texts].join("\n"));
    });

    verifies(
      "tokens.keys",
      "repeats a covered call by another token, and occupies no key it doesn't cover",
      async () => {
        const connected = await fixture().connected();
        const [first, second] = [
          await make(connected.caller, connected.tenantId),
          await make(connected.caller, connected.tenantId),
        ];
        const shared = uniqueName("shared");
        assert.equal((await connected.by(first.caller).set("REPEATED", shared)).status, 200);
        const again = await connected.by(second.caller).set("REPEATED", shared);
        assert.deepEqual([again.status, again.headers["idempotent-replayed"]], [200, "true"]);
        const reader = await make(connected.caller, connected.tenantId, { maxEffect: "read" });
        const free = uniqueName("free");
        assertProblem(await connected.by(reader.caller).set("OCCUPIED", free), "ACTION_NOT_FOUND");
        const later = await connected.set("OCCUPIED", free, "another-value");
        assert.deepEqual([later.status, later.headers["idempotent-replayed"]], [200, undefined]);
      },
    );

    verifies("tokens.keys", "creates a token once per key and parent", async () => {
      const { caller: owner, tenantId } = await fixture().connected();
      const parent = await make(owner, tenantId, { expiresIn: 3600 });
      const [options, body] = [key(), { tenant_id: tenantId, expiresIn: 3599 }];
      const made = await parent.caller.post(path, body, options);
      assert.equal(made.status, 201, made.text);
      const again = await parent.caller.post(path, body, options);
      assert.deepEqual([again.status, again.headers["idempotent-replayed"]], [201, "true"]);
      const other = await make(owner, tenantId);
      for (const caller of [owner, other.caller]) {
        assertProblem(await caller.post(path, body, options), "IDEMPOTENCY_KEY_REUSED");
      }
    });

    verifies("tokens.chain", "refuses tokens wider than the parent, and creates narrower ones", () =>
      assertNarrowerOnly(fixture()),
    );

    verifies("tokens.chain", "creates no token without required approval from one with it", () =>
      assertApprovalKept(fixture()),
    );

    verifies("tokens.chain", "refuses malformed and foreign fields", () => assertFieldsRefused(fixture()));

    verifies("tokens.budget", "gives fifty callers exactly the remaining budget, and counts no repeat", async () => {
      const connected = await fixture().connected();
      const parent = await make(connected.caller, connected.tenantId, { maxExecutions: 9 });
      const { token, caller } = await make(parent.caller, connected.tenantId, { maxExecutions: 7 });
      const once = uniqueName("once");
      assert.equal((await connected.by(caller).set("COUNTED", once)).status, 200);
      assert.equal((await connected.by(caller).set("COUNTED", once)).headers["idempotent-replayed"], "true");
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_each, index) =>
          index % 2 === 0 ? namesOf(connected.by(caller)) : connected.by(caller).set(`N${index}`, uniqueName("k")),
        ),
      );
      const counts = Map.groupBy(responses, (response) => (response.status === 200 ? "done" : response.problem().code));
      assert.equal(counts.get("done")?.length, 6);
      assert.equal(counts.get("TOKEN_BUDGET_EXHAUSTED")?.length, 44);
      // A repeat is answered even though the budget is used up.
      assert.equal((await connected.by(caller).set("COUNTED", once)).status, 200);
      const used = async (id: string) =>
        ((await connected.caller.get(`${path}/${id}`)).json as DelegatedToken).usedExecutions;
      assert.deepEqual([await used(token.id), await used(parent.token.id)], [7, 7]);
      const sibling = await make(parent.caller, connected.tenantId);
      assert.equal((await namesOf(connected.by(sibling.caller))).status, 200);
      assert.equal((await namesOf(connected.by(parent.caller))).status, 200);
      assertProblem(await namesOf(connected.by(sibling.caller)), "TOKEN_BUDGET_EXHAUSTED");
    });

    verifies("tokens.end", "stops working by time, id, label, parent, key and tenant", async () => {
      const { caller: owner, tenantId } = await fixture().connected();
      const short = await make(owner, tenantId, { expiresIn: 1 });
      await ended(short.caller);
      const shown = (await owner.get(`${path}/${short.token.id}`)).json as DelegatedToken;
      assert.equal(shown.status, "expired");

      const parent = await make(owner, tenantId);
      const child = await make(parent.caller, tenantId);
      assert.equal(await isRefused(child.caller), false);
      const revoked = (await owner.post(`${path}/${parent.token.id}:revoke`)).json as DelegatedToken;
      assert.equal(revoked.status, "revoked");
      await ended(child.caller);
      await ended(parent.caller);
      assert.deepEqual((await owner.post(`${path}/${parent.token.id}:revoke`)).json, revoked);

      const label = uniqueName("label");
      const labelled = await make(owner, tenantId, { label });
      assert.deepEqual((await owner.post(`${path}:revoke`, { label })).json, { revoked: 1 });
      await ended(labelled.caller);
      assertProblem(await owner.post(`${path}:revoke`, { tenant_id: missing.tenant }), "TENANT_NOT_FOUND");

      const { client, server } = fixture();
      const added = await operateJson<{ key: string; keyName: string }>(server, [
        "service-clients",
        "add-key",
        client.id,
        "--key-name",
        "of-tokens",
      ]);
      const ofKey = await make(new Caller(owner.http, added.key), tenantId);
      await operateJson(server, ["service-clients", "revoke-key", client.id, "of-tokens"]);
      await ended(ofKey.caller);

      const ofTenant = await make(owner, tenantId);
      assert.equal((await owner.delete(`/v1/tenants/${tenantId}`)).status, 204);
      await ended(ofTenant.caller);
    });

    verifies("tokens.audience", "is accepted at the API or at MCP, according to its audience", async () => {
      const connected = await fixture().connected();
      const { tenantId, caller: owner } = connected;
      const [api, mcp] = [
        await make(owner, tenantId, { audience: ["api"] }),
        await make(owner, tenantId, { audience: ["mcp"] }),
      ];
      assert.equal(await isRefused(mcp.caller), true);
      const { url } = fixture().server;
      const client = await openClient({ url, tenantId, key: mcp.token.token });
      const { tools } = await client.listTools();
      assert.ok(Array.isArray(tools));
      await client.close();
      const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const at = new URL(endpointOf({ url, tenantId })).pathname;
      const headers = [["accept", "application/json, text/event-stream"]] as const;
      assertProblem(await api.caller.post(at, message, { headers }), "UNAUTHENTICATED");
      const other = (await fixture().connected()).tenantId;
      const elsewhere = new URL(endpointOf({ url, tenantId: other })).pathname;
      assertProblem(await mcp.caller.post(elsewhere, message, { headers }), "TENANT_NOT_FOUND");
    });

    verifies("tokens.trail", "is named in executions and the audit trail, while its text appears nowhere", async () => {
      const connected = await fixture().connected();
      const { tenantId, caller: owner } = connected;
      const { token, caller } = await make(owner, tenantId, { subject: "ann", agent: "bot" });
      const { execution } = await connected.by(caller).run("secrets.names.list", devConfig);
      assert.deepEqual(execution.delegatedToken, { id: token.id, subject: "ann", agent: "bot" });
      const { execution: byKey } = await connected.run("secrets.names.list", devConfig);
      assert.equal(byKey.delegatedToken, null);
      const trail = (await owner.get(`/v1/audit-events?tenant_id=${tenantId}`)).json as AuditEventList;
      const used = trail.auditEvents.find(
        ({ type, data }) => type === "credential.used" && data["execution"] === execution.id,
      );
      assert.equal(used?.actor, `token:${token.id}`);
      assert.deepEqual([used.data["subject"], used.data["agent"]], ["ann", "bot"]);
      const created = trail.auditEvents.find(({ type }) => type === "delegated_token.created");
      assert.deepEqual([created?.subject, created?.data["agent"]], [token.id, "bot"]);
      const told = JSON.stringify([trail, (await owner.get(`${path}/${token.id}`)).json, execution]);
      assert.ok(!told.includes(token.token.slice("svc_dt_".length + 26)), "the token's secret is shown");
    });

    verifies(
      "tokens.restored",
      "revokes tokens with a budget, and those from before, when a restored database is accepted",
      async () => {
        const { caller: owner, tenantId } = await fixture().connected();
        const [counted, free] = [await make(owner, tenantId, { maxExecutions: 5 }), await make(owner, tenantId)];
        await operateJson(fixture().server, ["idempotency-keys", "expire", "--before", "2020-01-01T00:00:00Z"]);
        await ended(counted.caller);
        assert.equal(await isRefused(free.caller), false);
        const accepted = await operateJson(fixture().server, ["idempotency-keys", "expire", "--before", "now"]);
        assert.ok((accepted as { revokedTokens: number }).revokedTokens >= 1);
        await ended(free.caller);
        const trail = (await owner.get(`/v1/audit-events?subject=${free.token.id}`)).json as AuditEventList;
        const end = trail.auditEvents.find(({ type }) => type === "delegated_token.revoked");
        assert.deepEqual([end?.actor, end?.data], ["operator", { reason: "restored" }]);
      },
    );
  },
  { env: { SVC_RATE_LIMIT_RPS: "0" } },
);
