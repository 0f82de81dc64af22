/** The mark of a PostgreSQL database: another one after each commit, whoever makes it, and none where it could deceive. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "../../../../tools/postgres/index.ts";
import type { ChangeMarks, Mark } from "../../src/listing/marks.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { createMarkAsking } from "../../src/store/postgres/snapshot-mark.ts";
import { makeTenant, type Place } from "./samples.ts";

const events = { type: null, tenantId: null, subject: null, beforeSeq: null, limit: 5 };
const page = { externalId: null, after: null, limit: 5 };

let server: PostgresServer | undefined;
let url = "";
let store: Store | undefined;
let place: Place = { clientId: "", tenantId: "" };

// A server of its own: on one that others use, they change what is to stay.
before(async () => {
  server = await startPostgres({ max_prepared_transactions: "2", autovacuum: "off" });
  url = await server.createDatabase();
  store = await openStore({ url, nowMs: Date.now, migrate: true, serve: false });
  place = await makeTenant(store);
});
after(async () => {
  await store?.close();
  await server?.stop();
});

function given<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined, "the test has not started");
  return value;
}

function marksOf(of: Store | undefined): Extract<ChangeMarks, { kind: "asked for" }> {
  const { changeMarks } = given(of);
  assert.ok(changeMarks.kind === "asked for");
  return changeMarks;
}

/** What a look at a page gives: its tenant's name, and the mark it was read under. */
async function look(): Promise<{ name: string; mark: Mark }> {
  const { value, mark } = await marksOf(store).reading(() => given(store).tenants.list(place.clientId, page));
  return { name: value.rows[0]?.displayName ?? "", mark };
}

/** A connection of somebody else. */
async function somebody(t: { after(run: () => Promise<void>): void }): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  t.after(() => client.end());
  return client;
}

const rename = (name: string): string => `update tenants set display_name = '${name}' where id = '${place.tenantId}'`;

test("a mark stays while nothing changes, and a page's is the one that is given for the asking", async () => {
  const { now } = marksOf(store);
  const first = await now();
  assert.ok(first !== null);
  const all = await Promise.all([now(), now(), now(), look(), look()]);
  assert.deepEqual(
    all.map((one) => (one === null || typeof one === "string" ? one : one.mark)),
    all.map(() => first),
  );
});

test("where two looks have one mark they show the same, whatever was open, and each commit makes another", async (t) => {
  const [oldest, writer, other] = [await somebody(t), await somebody(t), await somebody(t)];
  const seen = new Map<Mark, string>();
  const lookAgain = async (name: string): Promise<Mark> => {
    const found = await look();
    assert.equal(found.name, name);
    assert.ok(found.mark !== null);
    assert.equal(await marksOf(store).now(), found.mark);
    assert.equal(seen.get(found.mark) ?? name, name, "one mark, two pages");
    seen.set(found.mark, name);
    return found.mark;
  };
  const { name: first } = await look();
  // One that stays open below, and one that has ended above, leave nothing but the list of the open ones to tell.
  for (const open of [oldest, writer]) await open.query("begin");
  await oldest.query("select pg_current_xact_id()");
  await writer.query(`savepoint inner_one; ${rename("Committed")}; release inner_one`);
  await other.query("select pg_current_xact_id()");
  const open = await lookAgain(first);
  await writer.query("commit");
  assert.notEqual(await lookAgain("Committed"), open);
  await writer.query(`begin; ${rename("Rolled back")}`);
  await other.query("select pg_current_xact_id()");
  await lookAgain("Committed");
  await writer.query("rollback");
  await lookAgain("Committed");
  await writer.query(`begin; ${rename("Prepared")}; prepare transaction 'one'`);
  await other.query("select pg_current_xact_id()");
  const prepared = await lookAgain("Committed");
  await other.query("commit prepared 'one'");
  assert.notEqual(await lookAgain("Prepared"), prepared);
  await oldest.query("rollback");
  await lookAgain("Prepared");
});

test("who asks while it is asked for is given the next answer, with all who have come", async () => {
  const answers: ((row: unknown) => void)[] = [];
  const once = () => new Promise<never>((resolve) => answers.push(resolve as (row: unknown) => void));
  const now = createMarkAsking({ once });
  const asking = [now(), now(), now()];
  answers[0]?.({ mark: "before" });
  assert.equal(await asking[0], "before");
  await delay(0);
  assert.equal(answers.length, 2);
  answers[1]?.({ mark: "after" });
  assert.deepEqual(await Promise.all(asking), ["before", "after", "after"]);
});

test("what was read in several moments, in a transaction or without a mark has none", async (t) => {
  const other = await somebody(t);
  const { reading } = marksOf(store);
  const { tenants, ping } = given(store);
  const list = () => tenants.list(place.clientId, page);
  const markOf = async (read: () => Promise<unknown>): Promise<Mark> => (await reading(read)).mark;
  // As a page without rows, for which its tenant is looked up as well.
  assert.ok((await markOf(async () => [await list(), await tenants.find(place.clientId, place.tenantId)])) !== null);
  const between = async () => [await list(), await other.query("select pg_current_xact_id()"), await list()];
  assert.equal(await markOf(between), null);
  assert.equal(await markOf(async () => [await list(), await ping()]), null);
  assert.equal(await markOf(() => given(store).audit.list(place.clientId, events)), null);
  assert.equal(await markOf(() => Promise.resolve()), null);
});

test("a replica gives none", async (t) => {
  const other = await somebody(t);
  const { now } = marksOf(store);
  assert.ok((await now()) !== null);
  await other.query("create schema told; create function told.pg_is_in_recovery() returns bool return true");
  const told = `${url}?options=${encodeURIComponent("-c search_path=public,told,pg_catalog")}`;
  const replica = await openStore({ url: told, nowMs: Date.now, migrate: false, serve: false });
  try {
    assert.equal(await marksOf(replica).now(), null);
  } finally {
    await replica.close();
  }
});

test("after a crash the same numbers make another mark, and what began before it is known no more", async (t) => {
  const victim = await somebody(t);
  const { now } = marksOf(store);
  const numbersOf = (mark: Mark): string => mark?.split(" ").at(-1) ?? "";
  // What is written to the disk decides where the numbers go on.
  await victim.query("checkpoint");
  const before = await now();
  const { rows } = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
  process.kill(given(rows[0]).pid, "SIGKILL");
  const deadline = Date.now() + 30_000;
  let later: Mark = before;
  while (later === before) {
    assert.ok(Date.now() < deadline, "it came back with another mark");
    await delay(20);
    later = await now().catch(() => before);
  }
  assert.equal(numbersOf(later), numbersOf(before));
  assert.notEqual(later, before);
});
