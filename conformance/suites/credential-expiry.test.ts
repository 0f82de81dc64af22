/** Credentials that expire: shown, announced by events, and not used after expiry. svc never renews one. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type {
  AuditEventList,
  Connection,
  Event,
  EventList,
  FrontendSession,
  ImportedConnection,
  SubmittedCredential,
} from "@svc/contract";
import * as infisical from "@svc/provider-infisical/simulator";
import * as onepassword from "@svc/provider-onepassword/simulator";
import * as vault from "@svc/provider-vault/simulator";
import {
  assertProblem,
  oneEngine,
  Frontend,
  makeClient,
  openSession,
  startServer,
  uniqueName,
  until,
  verifies,
  type HttpResponse,
  type Caller,
  type Engine,
  type RunningServer,
} from "../harness/index.ts";

const dayMs = 86_400_000;
const origins = { vault: "prod", infisical: "eu", onepassword: "prod" } as const;
type Slug = keyof typeof origins;

type Setting = {
  servers: readonly RunningServer[];
  caller: Caller;
  tenantId: string;
  vault: vault.VaultSimulator;
  infisical: infisical.InfisicalSimulator;
  onepassword: onepassword.OnepasswordSimulator;
};

async function open(engine: Engine): Promise<Setting> {
  const simulators = {
    vault: await vault.startVaultSimulator(),
    infisical: await infisical.startInfisicalSimulator(),
    onepassword: await onepassword.startOnepasswordSimulator(),
  };
  const options = {
    engine,
    sandboxProviders: Object.fromEntries(Object.entries(simulators).map(([slug, { url }]) => [slug, url])),
    env: {
      SVC_VAULT_ORIGINS: "prod=https://vault.internal:8200",
      SVC_INFISICAL_ORIGINS: "eu=https://eu.infisical.com",
      SVC_ONEPASSWORD_ORIGINS: "prod=https://connect.internal",
    },
  };
  const server = await startServer(options);
  // On PostgreSQL, a second process sweeps too.
  const servers = engine === "sqlite" ? [server] : [server, await startServer({ ...options, home: server.home })];
  const slugs = Object.keys(simulators).map((slug) => `${slug}/*`);
  const { caller } = await makeClient(server, { allowActions: slugs, flags: ["--allow-import"] });
  const body = { externalId: uniqueName("t"), displayName: "Acme" };
  const made = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("made") });
  return { servers, caller, tenantId: (made.json as { id: string }).id, ...simulators };
}

type Connecting = { slug: Slug; token: string; connectionId?: string };

/** Submits a token like an end user. */
async function submit(
  { caller, tenantId }: Setting,
  { slug, token, connectionId }: Connecting,
): Promise<{ response: HttpResponse; session: () => Promise<FrontendSession> }> {
  const again = connectionId === undefined ? {} : { connection_id: connectionId };
  const opened = await openSession(caller, tenantId, {
    provider: slug,
    requestedActions: ["secrets.names.list"],
    ...again,
  });
  const frontend = new Frontend(caller.http);
  const secret = await frontend.open(opened.token);
  const credential = { origin: origins[slug], access_token: token };
  return {
    response: await frontend.send("POST", "/connect/v1/credential", credential, secret),
    session: async () => (await frontend.send("GET", "/connect/v1/session", undefined, secret)).json as FrontendSession,
  };
}

/** Connects like an end user, and returns the connection's id. */
async function connect(setting: Setting, connecting: Connecting): Promise<string> {
  const { response } = await submit(setting, connecting);
  assert.equal(response.status, 200, response.text);
  const submitted = response.json as SubmittedCredential;
  assert.ok(submitted.status === "completed");
  return submitted.connection_id;
}

const pathOf = ({ tenantId }: Setting, id: string): string => `/v1/tenants/${tenantId}/connections/${id}`;

async function read(setting: Setting, id: string): Promise<Connection> {
  return (await setting.caller.get(pathOf(setting, id))).json as Connection;
}

/** The events of a connection, oldest first. */
async function eventsOf({ caller }: Setting, id: string): Promise<Event[]> {
  const { events } = (await caller.get("/v1/events?limit=100")).json as EventList;
  return events.filter(({ data }) => data["connection_id"] === id && data["connect_session_id"] === undefined);
}

/** Waits until a condition holds. */
async function untilTrue(holds: () => Promise<boolean>, what: string): Promise<void> {
  await until(20_000, what, async () => ((await holds()) ? true : null));
}

const told = ({ type, data }: Event): string => `${type} ${data["daysBefore"] ?? data["status"]}`;

for (const engine of oneEngine()) {
  describe(`credentials that expire on ${engine}`, { concurrency: false }, () => {
    let setting: Setting;
    before(async () => void (setting = await open(engine)));
    after(async () => {
      const [first, ...replicas] = setting.servers;
      for (const replica of replicas) await replica.stop();
      await first?.dispose();
      for (const simulator of [setting.vault, setting.infisical, setting.onepassword]) await simulator.close();
    });
    const vaultToken = (expiresAtMs: number): string =>
      vault.addExpiringToken(setting.vault.world, uniqueName("expiring").replaceAll("-", ""), expiresAtMs);

    verifies("expiry.told", "shows the expiry of each manager's token, if it has one", async () => {
      const endMs = (Math.floor(Date.now() / 1000) + 30 * 86_400) * 1000;
      const tokens = {
        vault: [vaultToken(endMs), vault.tokens.everything],
        infisical: [
          infisical.addExpiringToken(setting.infisical.world, "expiring", endMs),
          infisical.tokens.everything,
        ],
        onepassword: [
          onepassword.addExpiringToken(setting.onepassword.world, "expiring", endMs),
          onepassword.tokens.everything,
        ],
      } as const;
      for (const slug of ["vault", "infisical", "onepassword"] as const) {
        for (const [token, expected] of [
          [tokens[slug][0], new Date(endMs).toISOString()],
          [tokens[slug][1], null],
        ] as const) {
          const { response, session } = await submit(setting, { slug, token });
          assert.equal(response.status, 200, response.text);
          const shown = await session();
          assert.equal(shown.credentialExpiresAt, expected, slug);
          assert.equal((await read(setting, shown.connection_id ?? "")).credentialExpiresAt, expected, slug);
        }
      }
      const imported = await setting.caller.post(
        `/v1/tenants/${setting.tenantId}/connections:import`,
        {
          provider: "vault",
          authKind: "static_credential",
          requestedActions: ["secrets.get"],
          credential: { origin: "prod", access_token: tokens.vault[0] },
        },
        { idempotencyKey: uniqueName("import") },
      );
      const { connection } = imported.json as ImportedConnection;
      assert.equal(connection?.credentialExpiresAt, new Date(endMs).toISOString(), imported.text);
    });

    verifies("expiry.past", "refuses an expired token, even if the provider still accepts it", async () => {
      const { tokens } = setting.infisical.world;
      const token = infisical.addExpiringToken(setting.infisical.world, "past", Date.now() - 60_000);
      const known = tokens.known(token) ?? assert.fail();
      // Its clock is wrong.
      tokens.add({ ...known, expiresAtMs: null });
      const { response, session } = await submit(setting, { slug: "infisical", token });
      assertProblem(response, "CREDENTIAL_REJECTED");
      assert.deepEqual([(await session()).status, (await session()).credentialExpiresAt], ["opened", null]);
    });

    verifies("expiry.notices", "announces the expiry 7 days and 1 day before, each once", async () => {
      const inSixDays = await connect(setting, { slug: "vault", token: vaultToken(Date.now() + 6 * dayMs) });
      const today = await connect(setting, { slug: "vault", token: vaultToken(Date.now() + dayMs / 4) });
      const later = await connect(setting, { slug: "vault", token: vaultToken(Date.now() + 30 * dayMs) });
      await untilTrue(async () => (await eventsOf(setting, inSixDays)).length > 1, "the notice 7 days before");
      await untilTrue(async () => (await eventsOf(setting, today)).length > 1, "the notice 1 day before");
      const [, notice] = await eventsOf(setting, inSixDays);
      const { credentialExpiresAt, status } = await read(setting, inSixDays);
      assert.deepEqual(notice?.data, {
        connection_id: inSixDays,
        provider: "vault",
        status: "active",
        credentialExpiresAt,
        daysBefore: 7,
      });
      assert.equal(status, "active");
      // Each process has swept several times before another notice is due.
      for (const _round of [1, 2]) {
        const id = await connect(setting, { slug: "vault", token: vaultToken(Date.now() + dayMs / 4) });
        await untilTrue(async () => (await eventsOf(setting, id)).length > 1, "another notice");
      }
      const told7 = ["connection.created active", "connection.expiring 7"];
      assert.deepEqual((await eventsOf(setting, inSixDays)).map(told), told7);
      assert.deepEqual((await eventsOf(setting, today)).map(told), [
        "connection.created active",
        "connection.expiring 1",
      ]);
      assert.deepEqual((await eventsOf(setting, later)).map(told), ["connection.created active"]);
      const audited = await setting.caller.get(`/v1/audit-events?subject=${inSixDays}`);
      const { auditEvents } = audited.json as AuditEventList;
      assert.deepEqual(
        auditEvents.map(({ type, actor }) => [type, actor]),
        [
          ["connection.expiring", "system"],
          ["connection.created", "end_user"],
        ],
      );
    });

    verifies("expiry.end", "needs reconnecting at expiry and not before, and sends nothing afterwards", async () => {
      const { ledger } = setting.vault;
      const endMs = Date.now() + 6000;
      const id = await connect(setting, { slug: "vault", token: vaultToken(endMs) });
      const execute = (): Promise<HttpResponse> =>
        setting.caller.post(`${pathOf(setting, id)}/actions/secrets.names.list:execute`, {
          input: { project: "kv", config: "prod" },
        });
      const used = await execute();
      if (Date.now() < endMs) assert.equal(used.status, 200, used.text);
      await untilTrue(async () => (await read(setting, id)).status === "needs_reconnect", "the end");
      const { credentialExpiresAt, updatedAt } = await read(setting, id);
      assert.equal(credentialExpiresAt, new Date(endMs).toISOString());
      assert.ok(Date.parse(updatedAt) >= endMs, `${updatedAt} is before ${credentialExpiresAt}`);
      const sent = ledger.requests.length;
      assertProblem(await execute(), "CONNECTION_NOT_ACTIVE");
      assert.equal(ledger.requests.length, sent);
      assert.deepEqual((await eventsOf(setting, id)).map(told), [
        "connection.created active",
        "connection.expiring 1",
        "connection.needs_reconnect needs_reconnect",
      ]);
      const audited = await setting.caller.get(`/v1/audit-events?subject=${id}&type=connection.needs_reconnect`);
      assert.equal((audited.json as AuditEventList).auditEvents.length, 1);
      const token = vaultToken(Date.now() + 30 * dayMs);
      assert.equal(await connect(setting, { slug: "vault", token, connectionId: id }), id);
      assert.equal((await execute()).status, 200);
      const tokenPaths = ledger.requests.map(({ path }) => path).filter((path) => path.includes("/auth/token/"));
      assert.deepEqual([...new Set(tokenPaths)], ["/v1/auth/token/lookup-self"], "svc never renews a token");
    });

    verifies("expiry.renewed", "records the new expiry in a test after a renewal at the provider", async () => {
      const { tokens } = setting.vault.world;
      const value = vaultToken(Date.now() + 4000);
      const id = await connect(setting, { slug: "vault", token: value });
      await untilTrue(async () => (await read(setting, id)).status === "needs_reconnect", "the end");
      const endMs = Date.now() + 30 * dayMs;
      tokens.add({ ...(tokens.known(value) ?? assert.fail()), expiresAtMs: endMs });
      const tested = await setting.caller.post(`${pathOf(setting, id)}:test`, undefined, {
        idempotencyKey: uniqueName("test"),
      });
      assert.equal((tested.json as { ok: boolean }).ok, true, tested.text);
      const { status, credentialExpiresAt } = await read(setting, id);
      assert.deepEqual([status, credentialExpiresAt], ["active", new Date(endMs).toISOString()]);
    });
  });
}
