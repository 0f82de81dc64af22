/** Several hosts in a URL, and servers that reject writes, which are never used. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "../../../../../tools/postgres/index.ts";
import { StoreStartError } from "../../../src/adapters/store/errors.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { hostNames, parseHosts } from "../../../src/adapters/store/postgres/open.ts";
import { testSeals } from "../../test-seals.ts";

test("uses each host in turn, and leaves a URL with one host unchanged", () => {
  const hosts = parseHosts("postgres://svc:p%40ss@one:5432,[::1]:5433,three/db?a=1&target_session_attrs=read-write");
  const urls = ["one:5432", "[::1]:5433", "three"].map((host) => `postgres://svc:p%40ss@${host}/db?a=1`);
  assert.equal(hosts.count, 3);
  for (const url of [...urls, urls[0] ?? ""]) {
    assert.equal(hosts.current(), url);
    hosts.leave("postgres://another");
    assert.equal(hosts.current(), url);
    hosts.leave(url);
  }
  for (const url of ["postgres://svc@one/db?sslmode=verify-full", "postgresql:///db?host=/run/pg", "postgres://one"]) {
    assert.deepEqual([parseHosts(url).count, parseHosts(url).current()], [1, url]);
  }
  assert.equal(parseHosts("postgres://one/db?target_session_attrs=primary&a=1").current(), "postgres://one/db?a=1");
});

test("rejects a URL that asks for a standby, and names hosts without the password", () => {
  assert.throws(() => parseHosts("postgres://one/db?target_session_attrs=standby"), StoreStartError);
  assert.equal(hostNames("postgres://svc:secret@one:5432,two/db?password=secret"), "one:5432,two");
  assert.equal(hostNames("postgres:///db?host=/run/pg"), "the local socket");
});

let servers: PostgresServer[] = [];
before(async () => {
  servers = [await startPostgres({ fsync: "on" }), await startPostgres({ fsync: "on" })];
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

/** Makes a server reject or accept writes, also in open sessions, like a standby. */
async function setReadOnly(server: PostgresServer, isReadOnly: boolean): Promise<void> {
  const admin = new Client({ connectionString: server.url, options: "-c default_transaction_read_only=off" });
  await admin.connect();
  await admin.query(`alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
  await admin.query("select pg_reload_conf()");
  await admin.end();
}

/** One URL for both servers, with one role and password on both. */
async function urlOfBoth(): Promise<string> {
  for (const server of servers) {
    const admin = new Client({ connectionString: server.url });
    await admin.connect();
    await admin.query("create role writer superuser login password 'writer'");
    await admin.end();
  }
  const hosts = servers.map((server) => new URL(server.url).host);
  return `postgres://writer:writer@${hosts.join(",")}/postgres?target_session_attrs=read-write`;
}

test("finds the server that accepts writes, and again after they swap roles", async () => {
  const [first, second] = servers;
  assert.ok(first !== undefined && second !== undefined);
  const url = await urlOfBoth();
  // Each has the schema, as a standby would.
  for (const server of [first, second]) {
    const one = url.replace(/@[^/]*/, `@${new URL(server.url).host}`);
    await (await openStore({ seals: testSeals, url: one, nowMs: Date.now, migrate: true, serve: true })).close();
  }
  await setReadOnly(first, true);
  const store = await openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: true });
  try {
    await store.owners.begin("owner_a");
    await setReadOnly(first, false);
    await setReadOnly(second, true);
    // The session learns of the swap at its next write, which is repeated on the other server.
    for (const owner of ["owner_a", "owner_b", "owner_c"]) await store.owners.begin(owner);
  } finally {
    await store.close();
  }
});

test("rejects a single server that doesn't accept writes, by name", async () => {
  const [, second] = servers;
  assert.ok(second !== undefined);
  await setReadOnly(second, true);
  const opening = openStore({ seals: testSeals, url: second.url, nowMs: Date.now, migrate: true, serve: true });
  await assert.rejects(opening, /it is a standby or read-only, and svc needs to write \(25006\)/);
});
