/** Someone who can write to the database, and has a key or sign-in of their own, gains no rights by changing a row. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import {
  assertProblem,
  devConfig,
  makeClient,
  suiteOnBothEngines,
  until,
  verifies,
  type Caller,
} from "../harness/index.ts";
import { runSql } from "../harness/sql.ts";
import { SignIn, signInPage, startHost, type PublishingHost } from "./agent-sign-in-fixture.ts";
import { endpointOf } from "./mcp-client.ts";
import { make } from "./token-fixture.ts";

const everything = { actions: null, connections: null, max_effect: "destructive", max_executions: null } as const;

suiteOnBothEngines("widened rows", (fixture) => {
  let host: PublishingHost;
  before(async () => {
    host = await startHost();
  });
  after(() => host.close());

  const sql = (statements: string): Promise<unknown> => runSql(fixture().server.home.databaseUrl, statements);
  const rowOf = async (table: string, id: string): Promise<Record<string, unknown>> => {
    const [row] = await runSql<Record<string, unknown>>(
      fixture().server.home.databaseUrl,
      "select 1",
      `select * from ${table} where id = '${id}'`,
    );
    return row ?? {};
  };
  const isRefused = (caller: Caller): Promise<true> =>
    until(5000, "the caller is refused", async () =>
      (await caller.get("/v1/service-client")).status === 401 ? true : null,
    );

  verifies("isolation.widened-token", "refuses a token whose limits were changed", async () => {
    const connected = await fixture().connected();
    const { token, caller } = await make(connected.caller, connected.tenantId, { actions: [], maxExecutions: 1 });
    assertProblem(await connected.by(caller).execute("secrets.names.list", devConfig), "ACTION_NOT_FOUND");
    for (const [column, value] of Object.entries(everything)) {
      const row = await rowOf("delegated_tokens", token.id);
      await sql(`update delegated_tokens set ${column} = ${literal(value)} where id = '${token.id}'`);
      // The token has the strongest effect already.
      if (row[column] === value) continue;
      await isRefused(caller);
      assertProblem(await connected.by(caller).execute("secrets.names.list", devConfig), "UNAUTHENTICATED");
      await sql(`update delegated_tokens set ${column} = ${literal(row[column])} where id = '${token.id}'`);
    }
    await until(5000, "the server names the row", () => {
      const named = fixture()
        .server.errors()
        .filter((line) => line.includes(token.id));
      return Promise.resolve(named.length > 0 ? true : null);
    });
  });

  verifies("isolation.widened-token", "doesn't revive a revoked token whose mark was cleared", async () => {
    const connected = await fixture().connected();
    const { token, caller } = await make(connected.caller, connected.tenantId);
    await connected.caller.post(`/v1/delegated-tokens/${token.id}:revoke`);
    await isRefused(caller);
    await sql(`update delegated_tokens set revoked_at = null where id = '${token.id}'`);
    // Longer than a look-up may be reused.
    await new Promise((resolve) => setTimeout(resolve, 700));
    assertProblem(await caller.get("/v1/service-client"), "UNAUTHENTICATED");
  });

  verifies("isolation.widened-key", "refuses a key whose policy, tenants or right to decide were changed", async () => {
    const other = await fixture().another();
    const id = other.key.slice("svc_live_".length, "svc_live_".length + 10);
    const row = await rowOf("service_keys", id);
    for (const [column, value] of [
      ["policy_rules", '[{"effect":"allow"}]'],
      ["tenants", '{"label":"eu"}'],
      ["may_decide", 1],
      ["expires_at", 9e12],
    ] as const) {
      await sql(`update service_keys set ${column} = ${literal(value)} where id = '${id}'`);
      await isRefused(other.caller);
      await sql(`update service_keys set ${column} = ${literal(row[column])} where id = '${id}'`);
      await until(5000, "the key works again", async () =>
        (await other.caller.get("/v1/service-client")).status === 200 ? true : null,
      );
    }
  });

  verifies("sign-in.rebound", "refuses a refresh token that was pointed at another client's sign-in", async () => {
    const app = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
    const mine = await fixture().connected({ caller: app.caller });
    const victim = await fixture().connected();
    const given = await make(victim.caller, victim.tenantId, { maxEffect: "read" });
    const { url } = fixture().server;
    const resource = endpointOf({ url, tenantId: mine.tenantId });
    const signIn = new SignIn({ url, clientId: host.clientId, resource });
    const allowed = { tenant_id: mine.tenantId, subject: "me", actions: ["doppler/*"] };
    const { refresh_token: refreshToken } = await signIn.tokens(app.caller, allowed);
    const columns = "tenant_id, key_id, parent_id, hash, connections, actions, max_effect, max_executions";
    const rest = "require_approval, subject, agent, label, created_at, revoked_at";
    await sql(`insert into delegated_tokens
        (id, client_id, ${columns}, used_executions, ${rest}, audience, expires_at, seal)
        select 'dtk_01m6dv1c2ye5t9k3m7n8q0r4s6', client_id, ${columns.replace("hash", "''")}, 0, ${rest},
          '["api","mcp"]', expires_at, seal from delegated_tokens where id = '${given.token.id}'`);
    await sql(`update agent_refresh_tokens set grant_id = 'dtk_01m6dv1c2ye5t9k3m7n8q0r4s6',
        client_id = '${fixture().client.id}' where client_id = '${app.id}'`);
    const { status, body } = await signIn.refresh(refreshToken);
    assert.deepEqual([status, body.error, body.access_token], [400, "invalid_grant", undefined]);
  });
});

function literal(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : JSON.stringify(value ?? null);
}
