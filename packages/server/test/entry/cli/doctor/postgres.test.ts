/** The doctor's checks of PostgreSQL: connection, user, and what a failover would lose. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { testDatabase } from "../../../../../../tools/postgres/index.ts";
import { parseDatabaseTarget } from "../../../../src/app/operator-settings.ts";
import { durability } from "../../../../src/entry/cli/doctor/database.ts";
import {
  databaseUser,
  hiddenFactsFinding,
  replicationFinding,
  rowLevelSecurity,
  tlsFinding,
} from "../../../../src/entry/cli/doctor/postgres.ts";
import type { PostgresFacts } from "../../../../src/domain/database/port.ts";
import { openStore } from "../../../../src/adapters/store/open.ts";
import { statusOf } from "./subject.ts";
import { testSeals } from "../../../test-seals.ts";

function checkTls(url: string, isEncrypted: boolean | null = true): string {
  const target = parseDatabaseTarget(url);
  assert.ok(target.engine === "postgres");
  assert.ok(!JSON.stringify(target).includes("topsecret"));
  return tlsFinding(target, isEncrypted).status;
}

test("an unencrypted or unverified connection beyond this machine fails", () => {
  const at = "postgres://svc:topsecret@db.internal:5432/svc";
  assert.equal(checkTls(at), "fail");
  assert.equal(checkTls(`${at}?sslmode=no-verify`), "fail");
  assert.equal(checkTls(`${at}?sslmode=require&uselibpqcompat=true`), "fail");
  assert.equal(checkTls(`${at}?sslmode=disable`), "warn");
  assert.equal(checkTls(`${at}?sslmode=require`), "warn");
  assert.equal(checkTls(`${at}?ssl=true`), "warn");
  assert.equal(checkTls(`${at}?sslmode=verify-full`), "ok");
  assert.equal(checkTls(`${at}?sslmode=verify-full&sslrootcert=/etc/ca.pem`, null), "ok");
  assert.equal(checkTls(`${at}?sslmode=verify-full`, false), "warn", "a pooler forwards it unencrypted");
});

test("needs no TLS on this machine, and checks each of several hosts", () => {
  for (const host of ["127.0.0.1", "localhost:6432", "[::1]:5432", "", "%2Fvar%2Frun%2Fpostgresql"]) {
    assert.equal(checkTls(`postgres://svc:topsecret@${host}/svc`), "ok", host);
  }
  assert.equal(checkTls("postgres:///svc?host=/var/run/postgresql"), "ok");
  assert.equal(checkTls("postgres://svc:topsecret@127.0.0.1,db.internal/svc"), "fail");
  assert.equal(checkTls("postgres://svc:topsecret@a:5432,b:5433/svc?sslmode=verify-full"), "ok");
  assert.equal(checkTls("postgres://svc:top@secret@127.0.0.1/svc"), "ok");
});

test("SQLite is a file", () => {
  assert.deepEqual(parseDatabaseTarget("sqlite:/var/lib/svc/svc.sqlite"), {
    engine: "sqlite",
    path: "/var/lib/svc/svc.sqlite",
  });
});

const facts = (change: Partial<PostgresFacts> = {}, settings: Record<string, string> = {}): PostgresFacts => ({
  settings: {
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    synchronous_standby_names: "",
    ...settings,
  },
  isEncrypted: true,
  standbys: 0,
  isBound: true,
  unprotectedTables: [],
  ...change,
});

test("warns about standbys that no commit waits for", () => {
  const names = { synchronous_standby_names: "ANY 1 (a, b)" };
  assert.equal(replicationFinding(facts()).status, "ok");
  assert.equal(replicationFinding(facts({ standbys: 2 })).status, "warn");
  assert.equal(replicationFinding(facts({ standbys: 2 }, names)).status, "ok");
  assert.equal(replicationFinding(facts({ standbys: 2 }, { ...names, synchronous_commit: "local" })).status, "warn");
});

test("names what a managed database doesn't show", () => {
  const shown = {
    systemIdentifier: "7001",
    databaseOid: "16384",
    timeline: "00000001",
    flushedBytes: 1,
    isSynchronous: false,
    standbys: 0,
  };
  assert.equal(hiddenFactsFinding(shown).status, "ok");
  const { status, detail } = hiddenFactsFinding({ ...shown, timeline: "", systemIdentifier: "" });
  assert.equal(status, "warn");
  assert.match(detail, /doesn't show its timeline, the cluster's identifier: svc can't vouch/);
});

test("a setting that can lose commits fails", async () => {
  const judged = (settings: Record<string, string>) => {
    return statusOf(durability, { deployment: { engine: "postgres", postgres: async () => facts({}, settings) } });
  };
  assert.equal(await judged({}), "ok");
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    assert.equal(await judged({ [name]: "off" }), "fail", name);
  }
});

test("reads the facts of a real server with the server's role", async () => {
  const database = await testDatabase();
  const open = (url: string) => openStore({ seals: testSeals, url, nowMs: Date.now, migrate: true, serve: false });
  const store = await open(database.serverUrl);
  const unbound = await open(database.url);
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  try {
    const first = await store.postgres?.();
    assert.deepEqual(first, {
      settings: {
        fsync: first?.settings["fsync"],
        full_page_writes: "on",
        synchronous_commit: "on",
        synchronous_standby_names: "",
      },
      isEncrypted: false,
      standbys: 0,
      isBound: true,
      unprotectedTables: [],
    });
    const judged = (check: typeof databaseUser, of: typeof store) =>
      statusOf(check, { deployment: { engine: "postgres", postgres: of.postgres } });
    assert.deepEqual([await judged(databaseUser, store), await judged(databaseUser, unbound)], ["ok", "fail"]);
    assert.equal(await judged(rowLevelSecurity, store), "ok");
    await admin.query("alter table tenants no force row level security");
    await admin.query("alter table connections disable row level security");
    assert.deepEqual((await store.postgres?.())?.unprotectedTables, ["connections", "tenants"]);
    assert.equal(await judged(rowLevelSecurity, store), "fail");
  } finally {
    await admin.end();
    await store.close();
    await unbound.close();
    await database.drop();
  }
});
