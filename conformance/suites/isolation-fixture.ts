/** Service clients with one of every resource, and every row of their database. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type {
  AuditEventList,
  ConnectSessionList,
  CreatedDelegatedToken,
  Event,
  EventList,
  Proposal,
  ProposalList,
  ProposedAction,
  TenantList,
  WebhookEndpoint,
} from "@svc/contract";
import { begunSignIn, signInPage } from "./agent-sign-in-fixture.ts";
import {
  devConfig,
  until,
  updateClient,
  uniqueName,
  type Caller,
  type ServerHome,
  type Fixture,
} from "../harness/index.ts";

/** The ids of a tenant and of one of every resource in it, and other names for requests. */
export interface ResourceSet {
  readonly caller: Caller;
  readonly client: string;
  readonly tenant: string;
  readonly connection: string;
  readonly session: string;
  readonly execution: string;
  readonly event: string;
  /** An event in the event log, not the audit trail. */
  readonly message: string;
  readonly endpoint: string;
  readonly token: string;
  readonly authorization: string;
  readonly proposal: string;
  readonly externalId: string;
  readonly idempotencyKey: string;
}

/** The resources that `mine.caller` requests. */
export interface ResourceSets {
  readonly mine: ResourceSet;
  readonly sameClient: ResourceSet;
  readonly sameClientDeleted: ResourceSet;
  readonly otherClient: ResourceSet;
  readonly otherClientDeleted: ResourceSet;
}

/** Creates them all. Each has two of everything listed, so listings have a second page. */
export async function makeResourceSets(fixture: Fixture): Promise<ResourceSets> {
  const { caller, id } = fixture.client;
  const other = await fixture.another();
  await fixture.tenant(other.caller);
  for (const client of [id, other.id]) await updateClient(fixture.server, client, "--agent-sign-in-url", signInPage);
  const sets = {
    mine: await makeResourceSet(fixture, caller, id),
    sameClient: await makeResourceSet(fixture, caller, id),
    sameClientDeleted: await makeResourceSet(fixture, caller, id),
    otherClient: await makeResourceSet(fixture, other.caller, other.id),
    otherClientDeleted: await makeResourceSet(fixture, other.caller, other.id),
  };
  for (const { caller: owner, tenant } of [sets.sameClientDeleted, sets.otherClientDeleted]) {
    const { status, text } = await owner.delete(`/v1/tenants/${tenant}`);
    if (status !== 204) throw new Error(text);
    // Its proposals are withdrawn soon afterwards, which changes rows.
    await until(10_000, "its proposals end", async () => {
      const { proposals } = (await owner.get(`/v1/tenants/${tenant}/proposals`)).json as ProposalList;
      return proposals.every((proposal) => proposal.status === "withdrawn") ? true : null;
    });
  }
  return sets;
}

async function makeResourceSet(fixture: Fixture, caller: Caller, client: string): Promise<ResourceSet> {
  const connected = await fixture.connected({ caller });
  const { tenantId: tenant } = connected;
  await fixture.connected({ caller, tenantId: tenant });
  const idempotencyKey = uniqueName("world");
  await connected.run("secrets.set", { ...devConfig, name: "WORLD", value: "canary-value" }, { idempotencyKey });
  const { execution } = await connected.run("secrets.names.list", devConfig);
  const sessions = (await caller.get(`/v1/tenants/${tenant}/connect-sessions`)).json as ConnectSessionList;
  const { tenants } = (await caller.get("/v1/tenants")).json as TenantList;
  const { auditEvents } = (await caller.get(`/v1/audit-events?tenant_id=${tenant}`)).json as AuditEventList;
  // Nothing listens there, and it receives no event.
  const body = { url: `https://127.0.0.1:1/${uniqueName("none")}`, eventTypes: ["webhook_endpoint.test"] };
  const endpoint = await caller.post("/v1/webhook-endpoints", body, { idempotencyKey: uniqueName("endpoint") });
  const path = `/v1/webhook-endpoints/${(endpoint.json as WebhookEndpoint).id}`;
  for (let sent = 0; sent < 2; sent += 1) {
    const { id } = (await caller.post(`${path}:test`)).json as Event;
    await caller.post(`${path}/deliveries/${id}:redeliver`);
  }
  const tokens: CreatedDelegatedToken[] = [];
  for (let made = 0; made < 2; made += 1) {
    tokens.push(
      (await caller.post("/v1/delegated-tokens", { tenant_id: tenant }, { idempotencyKey: uniqueName("token") }))
        .json as CreatedDelegatedToken,
    );
  }
  const proposals: Proposal[] = [];
  for (const name of ["WAITS", "WAITS_TOO"]) {
    const input = { ...devConfig, name, value: "canary-value" };
    const place = `${connected.path}/actions/secrets.set:propose`;
    const response = await caller.post(place, { input }, { idempotencyKey: uniqueName("world") });
    proposals.push((response.json as ProposedAction).proposal);
  }
  const { events } = (await caller.get(`/v1/events?tenant_id=${tenant}`)).json as EventList;
  return {
    caller,
    client,
    tenant,
    connection: connected.id,
    session: sessions.connectSessions[0]?.id ?? "",
    execution: execution.id,
    event: auditEvents[0]?.id ?? "",
    message: events[0]?.id ?? "",
    endpoint: (endpoint.json as WebhookEndpoint).id,
    token: tokens[0]?.id ?? "",
    authorization: await begunSignIn(fixture.server.url, tenant),
    proposal: proposals[0]?.id ?? "",
    externalId: tenants.find(({ id }) => id === tenant)?.externalId ?? "",
    idempotencyKey,
  };
}

/** Well-formed ids of nonexistent resources. */
export const nothing = {
  tenant: "ten_01k0000000e8r9m2p4s6t8w0y2",
  connection: "con_01k0000000e8r9m2p4s6t8w0y2",
  session: "cs_01k0000000e8r9m2p4s6t8w0y2",
  execution: "act_01k0000000e8r9m2p4s6t8w0y2",
  endpoint: "whe_01k0000000e8r9m2p4s6t8w0y2",
  authorization: "aau_01k0000000e8r9m2p4s6t8w0y2",
  token: "dtk_01k0000000e8r9m2p4s6t8w0y2",
  proposal: "prp_01k0000000e8r9m2p4s6t8w0y2",
  message: "evt_01k0000000e8r9m2p4s6t8w0y2",
  subject: "con_01k0000000e8r9m2p4s6t8w0y2",
  externalId: "nobody-has-this",
  idempotencyKey: "nobody-used-this",
} as const;

/** Tables that servers write continuously: heartbeats and the clock. */
const alwaysWritten: ReadonlySet<string> = new Set(["owners", "service_clock"]);

/** Every row of all other tables. */
export async function everyRow({ databaseUrl }: ServerHome): Promise<Readonly<Record<string, readonly string[]>>> {
  const read = databaseUrl.startsWith("sqlite:") ? fromSqlite : fromPostgres;
  const found: Record<string, readonly string[]> = {};
  for (const [table, rows] of await read(databaseUrl)) if (!alwaysWritten.has(table)) found[table] = rows.sort();
  return found;
}

function fromSqlite(url: string): Promise<[string, string[]][]> {
  const database = new DatabaseSync(url.slice("sqlite:".length), { readOnly: true, timeout: 5000 });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return Promise.resolve(
      tables.map(({ name }) => {
        const rows = database.prepare(`select * from ${String(name)}`).all();
        return [String(name), rows.map((row) => JSON.stringify(row))];
      }),
    );
  } finally {
    database.close();
  }
}

async function fromPostgres(url: string): Promise<[string, string[]][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const found: [string, string[]][] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
      found.push([name, rows.map(({ row }) => row)]);
    }
    return found;
  } finally {
    await client.end();
  }
}
