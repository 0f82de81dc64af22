/** Someone who can write to the database and has a service key, but lacks the vault's, can't act for another client. */
import assert from "node:assert/strict";
import {
  assertProblem,
  freePort,
  Frontend,
  openSession,
  devConfig,
  suiteOnBothEngines,
  testOrigin,
  until,
  untilSettled,
  verifies,
  type Connected,
  type Fixture,
  type TestClient,
} from "../harness/index.ts";
import { runSql } from "../harness/sql.ts";

const read = { ...devConfig, name: "DATABASE_URL" };
const metricsAt = `127.0.0.1:${await freePort()}`;

suiteOnBothEngines(
  "moved rows",
  (fixture) => {
    const sql = (statements: string): Promise<unknown> => runSql(fixture().server.home.databaseUrl, statements);
    const untilNamed = (id: string, count = 1): Promise<string> =>
      fixture().server.untilLogged(id, { isError: true, count });

    verifies("isolation.moved-connection", "refuses a tenant and connection moved to another client", async () => {
      const mine = await fixture().another();
      const victim = await fixture().connected();
      await victim.run("secrets.get", read);
      await sql(moveTo(mine.id, victim));
      const counted = await alteredTenants();
      const sent = fixture().provider.ledger.requests.length;
      const theirs = victim.by(mine.caller);
      for (const response of [
        await theirs.execute("secrets.get", read),
        await theirs.execute("secrets.set", { ...read, value: "never" }, { idempotencyKey: `moved-${victim.id}` }),
        await mine.caller.post(`${victim.path}:test`, undefined, { idempotencyKey: `test-${victim.id}` }),
      ]) {
        // A connection that this process still remembers is refused only when its credential is opened.
        const { code } = response.problem();
        assert.ok(["TENANT_NOT_FOUND", "ACTION_NOT_DISPATCHED", "PROVIDER_UNREACHABLE"].includes(code), response.text);
      }
      assertProblem(await mine.caller.get(victim.path), "TENANT_NOT_FOUND");
      assertProblem(await victim.execute("secrets.get", read), "TENANT_NOT_FOUND");
      assert.equal(fixture().provider.ledger.requests.length, sent, "something was sent");
      await untilNamed(victim.tenantId);
      assert.ok((await alteredTenants()) > counted, "it is counted");
      await sql(moveTo(fixture().client.id, victim));
      assert.equal(((await victim.caller.get(victim.path)).json as { status: string }).status, "active");
      await victim.run("secrets.get", read);
    });

    verifies("isolation.moved-connection", "refuses a connection moved to a tenant of another client", async () => {
      const mine = await fixture().another();
      const own = await fixture().connected({ caller: mine.caller });
      const victim = await fixture().connected();
      const home = `tenant_id = '${victim.tenantId}', client_id = '${fixture().client.id}'`;
      await sql(
        `update connections set tenant_id = '${own.tenantId}', client_id = '${mine.id}' where id = '${victim.id}'`,
      );
      await assertInert(fixture(), { caller: mine.caller, tenantId: own.tenantId, id: victim.id });
      await sql(`update connections set ${home} where id = '${victim.id}'`);
      await victim.run("secrets.get", read);
    });

    verifies("isolation.moved-connection", "refuses a sealed credential copied to another connection", async () => {
      const mine = await fixture().another();
      const own = await fixture().connected({ caller: mine.caller });
      const victim = await fixture().connected();
      const theirs = `(select record from credentials where connection_id = '${victim.id}')`;
      await sql(`update credentials set record = ${theirs} where connection_id = '${own.id}'`);
      await assertInert(fixture(), own);
      await victim.run("secrets.get", read);
    });

    verifies(
      "isolation.moved-key",
      "refuses a key moved to another client, and accepts it once moved back",
      async () => {
        const mine = await fixture().another();
        const victim = await fixture().connected();
        const id = mine.key.slice("svc_live_".length, "svc_live_".length + 10);
        await sql(`update service_keys set client_id = '${fixture().client.id}' where id = '${id}'`);
        await until(5000, "the key is looked up again", async () =>
          (await victim.by(mine.caller).execute("secrets.get", read)).status === 401 ? true : null,
        );
        assertProblem(await victim.by(mine.caller).execute("secrets.get", read), "UNAUTHENTICATED");
        await sql(`update service_keys set client_id = '${mine.id}' where id = '${id}'`);
        await until(5000, "the key is looked up again", async () =>
          (await mine.caller.get("/v1/service-client")).status === 200 ? true : null,
        );
      },
    );

    verifies("isolation.moved-key", "refuses another client's hash in one's own row", async () => {
      const mine = await fixture().another();
      const other = await fixture().another();
      const [from, to] = [mine, other].map(({ key }) => key.slice("svc_live_".length, "svc_live_".length + 10));
      const hash = `(select hash from service_keys where id = '${from}')`;
      await sql(`update service_keys set hash = ${hash} where id = '${to}'`);
      assertProblem(await other.caller.get("/v1/service-client"), "UNAUTHENTICATED");
      assert.equal((await mine.caller.get("/v1/service-client")).status, 200);
    });

    verifies(
      "isolation.widened-connection",
      "refuses a connection with added actions or another provider",
      async () => {
        const narrow = await fixture().connected({ requestedActions: ["secrets.names.list"] });
        assertProblem(await narrow.execute("secrets.get", read), "ACTION_NOT_GRANTED");
        const actions = JSON.stringify(["secrets.names.list", "secrets.get"]);
        await sql(`update connections set granted_actions = '${actions}' where id = '${narrow.id}'`);
        await assertInert(fixture(), narrow);
        await sql(`update connections set granted_actions = '["secrets.names.list"]' where id = '${narrow.id}'`);
        // A connection and its actions are cached for ten seconds.
        await until(15_000, "it works again", async () => {
          const { status } = await narrow.execute("secrets.names.list", devConfig);
          return status === 200 ? true : null;
        });
        await sql(`update connections set provider = 'github' where id = '${narrow.id}'`);
        const before = fixture().provider.ledger.requests.length;
        const test = await narrow.caller.post(`${narrow.path}:test`, undefined, {
          idempotencyKey: `test-${narrow.id}`,
        });
        assert.notEqual(test.status, 200, test.text);
        assert.equal(fixture().provider.ledger.requests.length, before);
      },
    );

    verifies(
      "connect.moved-session",
      "accepts no credential for a session moved to another client or tenant",
      async () => {
        const mine = await fixture().another();
        const own = await fixture().tenant(mine.caller);
        const tenantId = await fixture().tenant();
        const token = fixture().provider.tokens.serviceAccount;
        const frontend = new Frontend(fixture().server.http, testOrigin);
        const [early, late] = [
          await openSession(fixture().caller, tenantId),
          await openSession(fixture().caller, tenantId),
        ];
        const secret = await frontend.open(late.token);
        const move = (clientId: string, toTenantId: string): Promise<unknown> =>
          sql(
            `update connect_sessions set client_id = '${clientId}', tenant_id = '${toTenantId}' where id in ('${early.id}', '${late.id}')`,
          );
        await move(mine.id, own);
        assertProblem(await frontend.exchange(early.token), "CONNECT_TOKEN_INVALID");
        assertProblem(await frontend.submit(secret, token), "CONNECT_TOKEN_INVALID");
        const path = `/v1/tenants/${own}/connect-sessions/${late.id}`;
        assertProblem(await mine.caller.get(path), "CONNECT_SESSION_NOT_FOUND");
        await untilNamed(late.id);
        await untilNamed(early.id);
        await move(fixture().client.id, tenantId);
        await sql(`update connect_sessions set return_url = 'https://evil.example/' where id = '${late.id}'`);
        assertProblem(await frontend.submit(secret, token), "CONNECT_TOKEN_INVALID");
        await sql(`update connect_sessions set return_url = '${late.returnUrl}' where id = '${late.id}'`);
        assert.equal((await frontend.submit(secret, token)).status, 200);
        assert.equal((await untilSettled(fixture().caller, tenantId, late.id)).status, "completed");
        await frontend.open(early.token);
      },
    );
  },
  { env: { SVC_METRICS_LISTEN: metricsAt } },
);

function moveTo(clientId: string, { tenantId, id }: Connected): string {
  return (
    `update tenants set client_id = '${clientId}' where id = '${tenantId}'; ` +
    `update connections set client_id = '${clientId}' where id = '${id}';`
  );
}

type Target = Pick<Connected, "tenantId" | "id"> & { caller: TestClient["caller"] };

/** Asserts that a connection can't read, write or be tested, that nothing is sent, and that it doesn't change. */
async function assertInert({ provider }: Fixture, { caller, tenantId, id }: Target): Promise<void> {
  const before = provider.ledger.requests.length;
  const path = `/v1/tenants/${tenantId}/connections/${id}`;
  const execute = (action: string, input: object) =>
    caller.post(`${path}/actions/${action}:execute`, { input }, { idempotencyKey: `${action}-${id}` });
  assertProblem(await execute("secrets.get", read), "ACTION_NOT_DISPATCHED");
  const { granted } = await grantedTo(caller, path);
  if (granted.includes("secrets.set")) {
    assertProblem(await execute("secrets.set", { ...read, value: "never" }), "ACTION_NOT_DISPATCHED");
  }
  const tested = await caller.post(`${path}:test`, undefined, { idempotencyKey: `test-${id}` });
  assertProblem(tested, "PROVIDER_UNREACHABLE");
  assert.equal(provider.ledger.requests.length, before, "something was sent");
  assert.equal((await grantedTo(caller, path)).status, "active");
}

async function grantedTo(caller: TestClient["caller"], path: string): Promise<{ status: string; granted: string[] }> {
  const response = await caller.get(path);
  const { status, grantedActions } = response.json as { status: string; grantedActions: string[] };
  return { status, granted: grantedActions };
}

/** The server's count of uses of tenants whose rows were altered. */
async function alteredTenants(): Promise<number> {
  return await until(5000, "the metrics are available", async () => {
    const text = await (await fetch(`http://${metricsAt}/metrics`)).text();
    const [, count = "0"] = /^svc_altered_rows_total\{[^}]*table="tenants"[^}]*\} (\d+)$/m.exec(text) ?? [];
    return text === "" ? null : Number(count);
  });
}
