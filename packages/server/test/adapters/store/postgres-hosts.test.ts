/** Several hosts in one URL, and servers that take no writes: no request is answered by one of those. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { startPostgres, type PostgresServer } from "../../../../../tools/postgres/index.ts";
import { StoreStartError } from "../../../src/adapters/store/errors.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import { hostNamesOf, hostsOf } from "../../../src/adapters/store/postgres/hosts.ts";

test("each host is used in turn, and a URL with one host stays as it is", () => {
  const hosts = hostsOf("postgres://svc:p%40ss@one:5432,[::1]:5433,three/db?a=1&target_session_attrs=read-write");
  const urls = ["one:5432", "[::1]:5433", "three"].map((host) => `postgres://svc:p%40ss@${host}/db?a=1`);
  assert.equal(hosts.count, 3);
  for (const url of [...urls, urls[0] ?? ""]) {
    assert.equal(hosts.current(), url);
    hosts.leave("postgres://another");
    assert.equal(hosts.current(), url);
    hosts.leave(url);
  }
  for (const url of ["postgres://svc@one/db?sslmode=verify-full", "postgresql:///db?host=/run/pg", "postgres://one"]) {
    assert.deepEqual([hostsOf(url).count, hostsOf(url).current()], [1, url]);
  }
  assert.equal(hostsOf("postgres://one/db?target_session_attrs=primary&a=1").current(), "postgres://one/db?a=1");
});

test("a URL that asks for a standby is refused, and hosts are named without the password", () => {
  assert.throws(() => hostsOf("postgres://one/db?target_session_attrs=standby"), StoreStartError);
  assert.equal(hostNamesOf("postgres://svc:secret@one:5432,two/db?password=secret"), "one:5432,two");
  assert.equal(hostNamesOf("postgres:///db?host=/run/pg"), "the local socket");
});

let servers: PostgresServer[] = [];
before(async () => {
  servers = [await startPostgres({ fsync: "on" }), await startPostgres({ fsync: "on" })];
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

/** Has a server take no writes, as a standby does, for sessions that live as well; or take them again. */
async function setReadOnly(server: PostgresServer, isReadOnly: boolean): Promise<void> {
  const admin = new Client({ connectionString: server.url, options: "-c default_transaction_read_only=off" });
  await admin.connect();
  await admin.query(`alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
  await admin.query("select pg_reload_conf()");
  await admin.end();
}

/** One URL with both servers, whose superusers have passwords of their own: given the same one. */
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

test("the server that takes writes is found at the start and again when they change places", async () => {
  const [first, second] = servers;
  assert.ok(first !== undefined && second !== undefined);
  const url = await urlOfBoth();
  // Each has the schema, as a standby would.
  for (const server of [first, second]) {
    const one = url.replace(/@[^/]*/, `@${new URL(server.url).host}`);
    await (await openStore({ url: one, nowMs: Date.now, migrate: true, serve: true })).close();
  }
  await setReadOnly(first, true);
  const store = await openStore({ url, nowMs: Date.now, migrate: true, serve: true });
  try {
    await store.owners.begin("owner_a");
    await setReadOnly(first, false);
    await setReadOnly(second, true);
    // The session at the server that was writing is told at its next write; the write is repeated where writes are taken.
    for (const owner of ["owner_a", "owner_b", "owner_c"]) await store.owners.begin(owner);
  } finally {
    await store.close();
  }
});

test("a single server that takes no writes is refused by its name", async () => {
  const [, second] = servers;
  assert.ok(second !== undefined);
  await setReadOnly(second, true);
  const opening = openStore({ url: second.url, nowMs: Date.now, migrate: true, serve: true });
  await assert.rejects(opening, /it is a standby or read-only, and svc needs to write \(25006\)/);
});
