/**
 * Every listing, with every combination of filters, reads an index that has its rows in order, by both engines' query
 * plans: no statement scans a table or sorts. On SQLite, which plans without knowing the rows, it is the right index;
 * on PostgreSQL that depends on the rows, and `bench/growth.test.ts` checks it.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client, Connection } from "pg";
import { openStore } from "../../../src/adapters/store/open.ts";
import { testDatabase } from "../../../../../tools/postgres/index.ts";
import { testSeals } from "../../test-seals.ts";
import { fillStatements } from "./testing/fill-tables.ts";
import { listings } from "./testing/listings.ts";

/** Statements of a listing, without those that look up a single row by its key. */
const isListing = (text: string): boolean => /^select .* order by .* limit /is.test(text);

test("on SQLite", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "svc-listings-"));
  const file = join(folder, "svc.sqlite");
  const store = await openStore({
    seals: testSeals,
    url: `sqlite:${file}`,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const beside = new DatabaseSync(file);
  t.after(async () => {
    beside.close();
    await store.close();
    await rm(folder, { recursive: true });
  });
  beside.exec("pragma foreign_keys = off");
  for (const text of fillStatements("sqlite")) beside.exec(text);
  const bad: string[] = [];
  const prepared: string[] = [];
  const prepare = DatabaseSync.prototype.prepare;
  t.mock.method(DatabaseSync.prototype, "prepare", function (this: DatabaseSync, text: string) {
    prepared.push(text);
    return prepare.call(this, text);
  });
  for (const { what, table, index, run } of listings) {
    prepared.length = 0;
    await run(store);
    for (const text of prepared.filter(isListing)) {
      const plan = beside
        .prepare(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => String(detail));
      const name = index === "primary key" ? `sqlite_autoindex_${table}_1` : index;
      const own = plan.filter((step) => new RegExp(`^(?:SEARCH|SCAN) (?:${table}|d) `).test(step));
      const isOwn = (step: string): boolean => new RegExp(`USING (?:COVERING )?INDEX ${name} `).test(`${step} `);
      const isBad = own.length === 0 || !own.every(isOwn) || /TEMP B-TREE|SCAN \w+\b(?! USING)/.test(plan.join("; "));
      if (isBad) bad.push(`${what}, not with ${name}: ${plan.join("; ")}: ${text}`);
    }
  }
  assert.deepEqual(bad, []);
});

type Explained = { "QUERY PLAN": string };

test("on PostgreSQL", async (t) => {
  const database = await testDatabase();
  const store = await openStore({
    seals: testSeals,
    url: database.serverUrl,
    nowMs: Date.now,
    migrate: true,
    serve: true,
  });
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  t.after(async () => {
    await admin.end();
    await store.close();
    await database.drop();
  });
  await admin.query("set session_replication_role = replica");
  for (const text of fillStatements("postgres")) await admin.query(text);
  await admin.query("vacuum analyze");
  // As the store does for a listing's page. A table that isn't small is never scanned for a page.
  await admin.query("set enable_sort = off; set enable_incremental_sort = off; set enable_seqscan = off");
  const bad: string[] = [];
  const parsed = new Set<string>();
  const connection = Connection.prototype as unknown as { parse(query: { text: string }, more: boolean): void };
  const parse = connection.parse;
  t.mock.method(connection, "parse", function (this: Connection, query: { text: string }, more: boolean) {
    parsed.add(query.text);
    parse.call(this as never, query, more);
  });
  const explained = new Set<string>();
  for (const { what, run } of listings) {
    await run(store);
    for (const text of [...parsed].filter((one) => isListing(one) && !explained.has(one))) {
      explained.add(text);
      const { rows } = await admin.query<Explained>(`explain (generic_plan) ${text}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      if (/Seq Scan|Sort/.test(plan)) bad.push(`${what}: ${plan}: ${text}`);
    }
  }
  assert.deepEqual(bad, []);
});
