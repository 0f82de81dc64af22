/** SIGKILL after every commit of the requests that change something, so that a change without its entry would stay. */
import assert from "node:assert/strict";
import { Caller, Frontend, openSession, until, uniqueName } from "../../conformance/harness/index.ts";
import type { Engine, HttpResponse } from "../../conformance/harness/index.ts";
import { CrashFixture, type GatedServer } from "./fixture.ts";
import { differences, renamed, type Entry, type Row, type State } from "./journal.ts";
import { query } from "./ledger.ts";
import { commits } from "./trigger.ts";

export interface JournalResult {
  /** The number of SIGKILLs. */
  readonly kills: number;
  /** The commits after which it was killed, by step. */
  readonly points: ReadonlySet<string>;
  /** The entries in the trail at the end, by type. */
  readonly recorded: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** What a step works with. */
interface Site {
  readonly fixture: CrashFixture;
  readonly gated: GatedServer;
  readonly caller: Caller;
  readonly tenantId: string;
  /** Accepted by the provider. */
  readonly credential: string;
}

/** A request that changes something. */
interface Step {
  readonly name: string;
  /** Makes what the request needs, while nothing is killed. @returns the request. */
  prepare(site: Site): Promise<() => Promise<HttpResponse>>;
}

/** No request here makes more commits; background work may make some in between. */
const commitsMax = 12;

/** Kills after each commit of each step, on a new home. */
export async function runJournalKills(engine: Engine, log: (line: string) => void): Promise<JournalResult> {
  const fixture = await CrashFixture.make(engine);
  try {
    const gated = await fixture.addServer();
    const points = new Set<string>();
    const faults = new Set<string>();
    let kills = 0;
    for (const step of steps) {
      for (let n = 1; n <= commitsMax; n += 1) {
        const prepare = (): ReturnType<Step["prepare"]> => {
          const { caller, tenantId } = fixture.at(gated);
          const credential = fixture.provider.tokens.serviceAccount;
          return step.prepare({ fixture, gated, caller, tenantId, credential });
        };
        const request = await prepare().catch(async () => {
          // A commit in the background, just before the last run was disarmed, can have killed the server.
          await gated.restart();
          return await prepare();
        });
        gated.arm({ kind: "statement", n, side: "after", label: commits[engine] }, "kill");
        await request().catch(() => null);
        const fired = gated.disarm();
        if (fired === null) {
          assert.ok(n > 1, `${step.name} commits nothing`);
          break;
        }
        kills += 1;
        points.add(`${step.name}, commit ${n}`);
        await gated.restart();
        for (const fault of await faultsOf(fixture)) faults.add(fault);
      }
      log(`${engine}: ${step.name}: ${kills} kills so far`);
    }
    const verified = await gated.server.operate(["audit", "verify"]);
    if (verified.exitCode !== 0) faults.add(verified.stderr || verified.stdout);
    for (const fault of await faultsOf(fixture)) faults.add(fault);
    const recorded = new Set((await entriesOf(fixture)).map(({ type }) => type));
    return { kills, points, recorded, faults: [...faults] };
  } finally {
    await fixture.dispose();
  }
}

/** Compares once every record has settled: a killed server's executions are settled by the next one. */
async function faultsOf({ home }: CrashFixture): Promise<readonly string[]> {
  const read = async (table: string, columns: string): Promise<readonly Row[]> =>
    await query<Record<string, string | number | null>>(home, `select ${columns} from ${table}`);
  const state: State = {
    tenants: await read("tenants", "id, display_name, label, deleted_at"),
    connections: await read("connections", "id, status, credential_version, last_tested_at"),
    sessions: await read("connect_sessions", "id, status, token_used_at, rejections"),
    executions: await read("executions", "id, resolution"),
    endpoints: await read("webhook_endpoints", "id, status, old_salt"),
    tokens: await read("delegated_tokens", "id, revoked_at"),
  };
  return differences(state, await entriesOf({ home }));
}

async function entriesOf({ home }: Pick<CrashFixture, "home">): Promise<readonly Entry[]> {
  const rows = await query<{ type: string; subject: string; public_seq: number | string }>(
    home,
    "select type, subject, public_seq from journal",
  );
  return rows.map(({ type, subject, public_seq: number }) => ({ type, subject, isEvent: Number(number) > 0 }));
}

const steps: readonly Step[] = [
  {
    name: "create a tenant",
    prepare: ({ caller }) => {
      const body = { externalId: uniqueName("journal"), displayName: "Journal" };
      return Promise.resolve(() => caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("tenant") }));
    },
  },
  {
    name: "rename and label a tenant",
    async prepare(site) {
      const tenantId = await newTenant(site);
      return () => site.caller.patch(`/v1/tenants/${tenantId}`, { displayName: renamed, label: "eu" });
    },
  },
  {
    name: "exchange a session's token",
    async prepare({ caller, tenantId }) {
      const { token } = await openSession(caller, tenantId);
      return () => new Frontend(caller.http).exchange(token);
    },
  },
  {
    name: "submit a refused credential",
    async prepare({ caller, tenantId }) {
      const frontend = new Frontend(caller.http);
      const secret = await frontend.open((await openSession(caller, tenantId)).token);
      return () => frontend.submit(secret, "dp.st.dev.unknown");
    },
  },
  {
    name: "complete a session",
    async prepare(site) {
      const { caller, tenantId, credential } = site;
      const frontend = new Frontend(caller.http);
      const secret = await frontend.open((await openSession(caller, tenantId)).token);
      return () => frontend.submit(secret, credential);
    },
  },
  {
    name: "reconnect",
    async prepare(site) {
      const { caller, tenantId, credential } = site;
      const connectionId = await newConnection(site);
      const frontend = new Frontend(caller.http);
      const secret = await frontend.open((await openSession(caller, tenantId, { connection_id: connectionId })).token);
      return () => frontend.submit(secret, credential);
    },
  },
  {
    name: "cancel a session",
    async prepare({ caller, tenantId }) {
      const { id } = await openSession(caller, tenantId);
      return () => caller.post(`/v1/tenants/${tenantId}/connect-sessions/${id}:cancel`);
    },
  },
  {
    name: "test a connection",
    async prepare(site) {
      const { caller, tenantId } = site;
      const id = await newConnection(site);
      const path = `/v1/tenants/${tenantId}/connections/${id}:test`;
      return () => caller.post(path, undefined, { idempotencyKey: uniqueName("test") });
    },
  },
  {
    name: "disconnect",
    async prepare(site) {
      const { caller, tenantId } = site;
      const id = await newConnection(site);
      return () => caller.delete(`/v1/tenants/${tenantId}/connections/${id}`);
    },
  },
  {
    name: "resolve an unknown outcome",
    async prepare(site) {
      const id = await newUnknownOutcome(site);
      // Another server than before.
      const { caller } = site.fixture.at(site.gated);
      return () =>
        caller.post(`/v1/tenants/${site.tenantId}/action-executions/${id}:resolve`, {
          outcome: "failed",
          note: "checked by hand",
        });
    },
  },
  {
    name: "create a delegated token",
    prepare: (site) => Promise.resolve(() => createToken(site.caller, site.tenantId)),
  },
  {
    name: "create a delegated token with a token",
    async prepare(site) {
      const parent = await newToken(site, site.tenantId);
      return () => createToken(parent.caller, site.tenantId);
    },
  },
  {
    name: "revoke a delegated token and those made with it",
    async prepare(site) {
      const parent = await newToken(site, site.tenantId);
      idIn(await createToken(parent.caller, site.tenantId), 201);
      return () => site.caller.post(`/v1/delegated-tokens/${parent.id}:revoke`);
    },
  },
  {
    name: "delete a tenant with its tokens",
    async prepare(site) {
      const tenantId = await newTenant(site);
      await newToken(site, tenantId);
      return () => site.caller.delete(`/v1/tenants/${tenantId}`);
    },
  },
  {
    name: "create a webhook endpoint",
    prepare: ({ caller }) =>
      Promise.resolve(() =>
        caller.post("/v1/webhook-endpoints", endpoint(), { idempotencyKey: uniqueName("endpoint") }),
      ),
  },
  {
    name: "rotate a webhook endpoint's secret",
    async prepare(site) {
      const id = await newEndpoint(site);
      return () => site.caller.post(`/v1/webhook-endpoints/${id}:rotate`);
    },
  },
  {
    name: "disable a webhook endpoint",
    async prepare(site) {
      const id = await newEndpoint(site);
      return () => site.caller.patch(`/v1/webhook-endpoints/${id}`, { status: "disabled" });
    },
  },
];

const endpoint = () => ({ url: `https://hooks.example.com/${uniqueName("endpoint")}`, eventTypes: ["*"] });

async function newTenant({ caller }: Site): Promise<string> {
  const body = { externalId: uniqueName("journal"), displayName: "Journal" };
  const response = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("tenant") });
  return idIn(response, 201);
}

function createToken(caller: Caller, tenantId: string): Promise<HttpResponse> {
  return caller.post("/v1/delegated-tokens", { tenant_id: tenantId }, { idempotencyKey: uniqueName("token") });
}

/** A token, and a caller that uses it. */
async function newToken({ caller }: Site, tenantId: string): Promise<{ id: string; caller: Caller }> {
  const response = await createToken(caller, tenantId);
  const { token } = response.json as { token: string };
  return { id: idIn(response, 201), caller: new Caller(caller.http, token) };
}

async function newEndpoint({ caller }: Site): Promise<string> {
  return idIn(await caller.post("/v1/webhook-endpoints", endpoint(), { idempotencyKey: uniqueName("endpoint") }), 201);
}

async function newConnection({ caller, tenantId, credential }: Site): Promise<string> {
  const frontend = new Frontend(caller.http);
  const secret = await frontend.open((await openSession(caller, tenantId)).token);
  const response = await frontend.submit(secret, credential);
  assert.equal(response.status, 200, response.text);
  return (response.json as { connection_id: string }).connection_id;
}

/** Kills the server when the provider has acted, and waits until the next one has settled the record. */
async function newUnknownOutcome({ fixture, gated }: Site): Promise<string> {
  const unresolved = "select id, settle_after from executions where status = 'outcome_unknown' and resolution is null";
  const { home } = fixture;
  for (let n = 1; n <= bytesMax; n += 1) {
    gated.arm({ kind: "byte", n, side: "before" }, "kill");
    await fixture
      .at(gated)
      .set(uniqueName("JOURNAL").replaceAll("-", "_"), uniqueName("key"))
      .catch(() => null);
    if (gated.disarm() === null) break;
    await gated.restart();
    await until(30_000, "the record is settled", async () => {
      const open = "select id from executions where status in ('accepted', 'dispatched')";
      return (await query(home, open)).length === 0 ? true : null;
    });
    const [row] = await query<{ id: string; settle_after: number | string }>(home, unresolved);
    if (row === undefined) continue;
    const mayResolve = (): true | null => (Number(row.settle_after) < Date.now() ? true : null);
    await until(60_000, "the dead server can't be sending anymore", mayResolve);
    return row.id;
  }
  throw new Error("No outcome became unknown.");
}

/** A write and its response are fewer pieces of bytes. */
const bytesMax = 8;

function idIn(response: HttpResponse, status: number): string {
  assert.equal(response.status, status, response.text);
  return (response.json as { id: string }).id;
}
