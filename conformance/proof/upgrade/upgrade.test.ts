/** A database of an earlier program under this one, and this program under a database that a newer one migrates. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  assertProblem,
  Caller,
  chosenEngines,
  Connected,
  makeHome,
  operateJson,
  startServer,
  until,
  verifies,
  type Answer,
  type Engine,
  type RunningServer,
} from "../../harness/index.ts";
import { effectsByName, ProviderBook } from "../../reliability/books.ts";
import { Stand } from "../../reliability/stand.ts";
import { judgeWrites, writeUntilStopped, type Write } from "../../reliability/writers.ts";
import { comparable, loadEarlier, openSql, readEarlier, type Earlier, type Sql } from "./earlier.ts";

const withinMs = 60_000;
const many = 1_000_000;
const streams = 4;

describe("upgrades", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    verifies("proof.upgrade", `an earlier database under callers that press, on ${engine}`, () => upgraded(engine));
    verifies("proof.upgrade", `what is not bound is refused where the operator says so, on ${engine}`, () =>
      refusedUnbound(engine),
    );
    verifies("proof.newer-schema", `a newer program migrates beside a server, on ${engine}`, () => outgrown(engine));
  }
});

// The rows are as old as they are; what has outlived its retention would rightly go.
const keptForEver = {
  SVC_EXECUTION_RETENTION_DAYS: "36500",
  SVC_SESSION_RETENTION_DAYS: "36500",
  SVC_AUDIT_RETENTION_DAYS: "36500",
};

async function upgraded(engine: Engine): Promise<void> {
  const earlier = readEarlier();
  const home = await makeHome(engine);
  const provider = await startDopplerSimulator({
    switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
  });
  const servers: RunningServer[] = [];
  const env = { SVC_VAULT_KEYS: earlier.vaultKey, SVC_RATE_LIMIT_RPS: "0", ...keptForEver };
  const start = async (): Promise<void> => {
    servers.push(await startServer({ engine, home, sandboxProvider: provider.url, env }));
  };
  const stopping = new AbortController();
  try {
    await loadEarlier(engine, home, earlier);
    const book = new ProviderBook(provider);
    const answers = new Map<string, Answer>();
    const pressing = pressUntil(stopping.signal, servers, earlier, answers);
    // Two at once on PostgreSQL: one migrates, the other waits for it.
    await Promise.all(engine === "postgres" ? [start(), start()] : [start()]);
    await until(withinMs, "the callers are served", () => (answers.size > streams * 4 ? true : null));
    stopping.abort();
    await pressing;
    for (const [name, answer] of answers) assert.equal(answer.status, 200, `${name}: ${answer.text}`);
    const effects = effectsByName(book.effects);
    assert.deepEqual(new Set(effects.keys()), new Set(answers.keys()));
    for (const [name, count] of effects) assert.equal(count, 1, `${name} acted ${count} times`);

    const [server] = servers;
    assert.ok(server !== undefined);
    const sql = await openSql(engine, home);
    try {
      await assertRowsKept(sql, earlier);
    } finally {
      await sql.close();
    }
    assert.equal((await operateJson<{ ok: boolean }>(server, ["audit", "verify"])).ok, true);
    await assertBound(server);
    await assertKeysKept(connectedAt(server, earlier), book);
  } finally {
    stopping.abort();
    for (const server of servers) await server.kill9();
    await provider.close();
    await home.remove();
  }
}

async function refusedUnbound(engine: Engine): Promise<void> {
  const earlier = readEarlier();
  const home = await makeHome(engine);
  const start = (SVC_REFUSE_UNBOUND: string): Promise<RunningServer> =>
    startServer({ engine, home, env: { SVC_VAULT_KEYS: earlier.vaultKey, SVC_REFUSE_UNBOUND, ...keptForEver } });
  const statusOf = async (server: RunningServer): Promise<number> =>
    (await new Caller(server.http, earlier.serviceKey).get("/v1/service-client")).status;
  try {
    await loadEarlier(engine, home, earlier);
    const strict = await start("on");
    assert.equal(await statusOf(strict), 401);
    const rekeyed = await operateJson<{ credentials: number; remaining: number }>(strict, ["vault", "rekey"]);
    assert.equal(rekeyed.credentials, 0);
    assert.ok(rekeyed.remaining > 0);
    await strict.stop();
    const lenient = await start("off");
    assert.equal(await statusOf(lenient), 200);
    await until(withinMs, "the key's use binds it", async () =>
      (await unboundAt(lenient)).unboundServiceKeys === 1 ? true : null,
    );
    await lenient.stop();
    const again = await start("on");
    assert.equal(await statusOf(again), 200);
    await again.stop();
  } finally {
    await home.remove();
  }
}

function connectedAt(server: RunningServer, { serviceKey, tenantId, connectionId }: Earlier): Connected {
  return new Connected(new Caller(server.http, serviceKey), tenantId, connectionId);
}

/** Callers that began before there was a server: each sends one key until it is answered, then the next. */
async function pressUntil(
  signal: AbortSignal,
  servers: readonly RunningServer[],
  earlier: Earlier,
  answers: Map<string, Answer>,
): Promise<void> {
  const press = async (name: string): Promise<Answer | null> => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const server = servers[turn % Math.max(servers.length, 1)];
      const answer =
        server === undefined
          ? null
          : await connectedAt(server, earlier)
              .set(name, name)
              .catch(() => null);
      if (answer !== null) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return null;
  };
  const run = async (stream: number): Promise<void> => {
    for (let index = 0; !signal.aborted; index += 1) {
      const answer = await press(`DURING_${stream}_${index}`);
      if (answer !== null) answers.set(`DURING_${stream}_${index}`, answer);
    }
  };
  await Promise.all(Array.from({ length: streams }, (_one, stream) => run(stream)));
}

/** Tables whose rows end with time, so that a start may rightly change them. */
const passing: ReadonlySet<string> = new Set([
  "owners",
  "connect_sessions",
  "pending_completions",
  "oauth_flows",
  "credential_refreshes",
  "audit_chains",
]);

/** Columns that are written again on use, bound to their row's service client. */
const boundOnUse: ReadonlyMap<string, string> = new Map([
  ["credentials", "record"],
  ["service_keys", "hash"],
]);

/** What was used is bound to its service client; a rekeying binds every credential, and only a key's own use binds a key. */
async function assertBound(server: RunningServer): Promise<void> {
  assert.equal((await unboundAt(server)).unboundServiceKeys, 1, "the key that nobody used, and no other");
  await operateJson(server, ["vault", "rekey"]);
  assert.equal((await unboundAt(server)).unboundCredentials, 0);
}

function unboundAt(server: RunningServer): Promise<{ unboundCredentials: number; unboundServiceKeys: number }> {
  return operateJson(server, ["vault", "status"]);
}

async function assertRowsKept(sql: Sql, { tables, clientId }: Earlier): Promise<void> {
  assert.ok(
    [...tables.values()].every((rows) => rows.length > 0),
    "a table of the earlier program has no row",
  );
  for (const [table, rows] of tables) {
    if (passing.has(table)) continue;
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== boundOnUse.get(table));
    const now = new Set((await sql.run(`select ${columns.join(", ")} from ${table}`)).map(comparable));
    for (const row of rows) {
      const kept = Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
      assert.ok(now.has(comparable(kept)), `${table} has lost or changed ${comparable(kept)}`);
    }
  }
  const ids = new Set((await sql.run("select id from connect_sessions")).map(({ id }) => id));
  for (const { id } of tables.get("connect_sessions") ?? []) assert.ok(ids.has(id ?? ""), "a session is lost");
  const [chain] = await sql.run("select seq from audit_chains where client_id = ?", [clientId]);
  const before = tables.get("audit_chains")?.find((row) => row["client_id"] === clientId);
  assert.ok(Number(chain?.["seq"]) > Number(before?.["seq"]), "the chain has not gone on");
}

/** Keys of the earlier program say what they said, and a freed one acts once. */
async function assertKeysKept(connected: Connected, book: ProviderBook): Promise<void> {
  const before = book.effects.length;
  for (const index of [0, 1, 2]) {
    const again = await connected.set(`BEFORE_${index}`, `before-${index}`);
    assert.deepEqual([again.status, again.headers["idempotent-replayed"]], [200, "true"], again.text);
  }
  assertProblem(await connected.set("BEFORE_UNKNOWN", "before-unknown"), "ACTION_OUTCOME_UNKNOWN");
  assert.equal((await connected.set("BEFORE_RESOLVED", "before-resolved")).status, 200);
  assertProblem(await connected.set("ANOTHER", "before-0"), "IDEMPOTENCY_KEY_REUSED");
  assert.equal(book.effects.length, before, "a key of the earlier program acted again");
  assert.equal((await connected.set("BEFORE_FREED", "before-freed")).status, 200);
  assert.equal(book.effects.length, before + 1);
  const tenant = { externalId: "fixture-tenant", displayName: "Fixture" };
  const again = await connected.caller.post("/v1/tenants", tenant, { idempotencyKey: "before-tenant" });
  assert.deepEqual([again.status, again.headers["idempotent-replayed"]], [201, "true"], again.text);
}

/** This program is the earlier one here: something newer adds a column and its number while it serves. */
async function outgrown(engine: Engine): Promise<void> {
  const stand = await Stand.make(engine, { SVC_RATE_LIMIT_RPS: "0" });
  const stopping = new AbortController();
  try {
    const server = await stand.start();
    const connected = await stand.connectedAt(server);
    const book = new ProviderBook(stand.provider);
    const writes: Write[] = [];
    const options = { prefix: "GROWING", streams, signal: stopping.signal };
    const writing = writeUntilStopped(() => connected, writes, options);
    const answered = (): number => writes.filter(({ first }) => first !== null).length;
    const more = async (by: number): Promise<void> => {
      const from = answered();
      await until(withinMs, "writes go on", () => (answered() >= from + by ? true : null));
    };
    await more(streams);
    const sql = await openSql(engine, stand.home);
    await sql.run("alter table executions add column of_a_later_version text");
    await sql.run("insert into schema_migrations (number, name, checksum, applied_at) values (9999, 'later', '', 0)");
    await until(withinMs, "it is no longer ready", async () =>
      (await fetch(`${server.url}/readyz`)).status === 503 ? true : null,
    );
    await more(streams * 2);
    stopping.abort();
    await writing;
    for (const { name, first } of writes) assert.equal(first?.status, 200, `${name}: ${first?.text ?? "no answer"}`);
    assert.equal(await stand.stop(server), 0, server.log());
    await assert.rejects(stand.start(), /migration 9999 \(later\), which is newer than this program/);

    await sql.run("delete from schema_migrations where number = 9999");
    await sql.close();
    const tally = await judgeWrites(await stand.connectedAt(await stand.start()), writes, book);
    assert.deepEqual([tally.unknown, tally.freed, tally.sentAgain], [0, 0, 0]);
  } finally {
    stopping.abort();
    await stand.dispose();
  }
}
