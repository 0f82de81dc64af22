/**
 * `pg_dump` and `pg_restore` as documented in docs/backup.md. The PostgreSQL from npm doesn't include them, so
 * `npm test` doesn't run this file. Run it manually with `SVC_TEST_DATABASE_URL` set to a disposable server whose
 * client programs are on the PATH.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { Client } from "pg";
import {
  Caller,
  connect,
  Connected,
  makeClient,
  devConfig,
  startServer,
  verifies,
  type ServerHome,
} from "../../conformance/harness/index.ts";
import { assertReplay } from "../../conformance/harness/ledger.ts";
import { blocksUnder, runBlock } from "./documented.ts";

const { SVC_TEST_DATABASE_URL: admin = "" } = process.env;

verifies("proof.restore", "restores with pg_dump and pg_restore, as documented", dumpAndRestore);

async function dumpAndRestore(): Promise<void> {
  assert.notEqual(admin, "", "SVC_TEST_DATABASE_URL must name a disposable server");
  const folder = await mkdtemp(join(tmpdir(), "svc-dump-"));
  const provider = await startDopplerSimulator();
  const urlOf = await makeRole();
  const env = { SVC_VAULT_KEYS: `k1:${randomBytes(32).toString("base64")}` };
  const serve = async (name: string) => {
    const databaseUrl = urlOf(name);
    const home: ServerHome = { folder, databaseUrl, remove: () => Promise.resolve() };
    return startServer({ engine: "postgres", home, env, sandboxProvider: provider.url });
  };
  try {
    const server = await serve("svc_original");
    const client = await makeClient(server);
    const tenant = await client.caller.post(
      "/v1/tenants",
      { externalId: "dumped", displayName: "Dumped" },
      { idempotencyKey: "tenant" },
    );
    const { id: tenantId } = tenant.json as { id: string };
    const connectionId = await connect(client.caller, tenantId, provider.tokens.serviceAccount);
    const written = await new Connected(client.caller, tenantId, connectionId).set("DUMPED", "dumped");
    assert.equal(written.status, 200, written.text);
    // While the server runs, as documented.
    await runBlock(blocksUnder("backup.md", "Backing up PostgreSQL")[0], {
      cwd: folder,
      env: { ...env, SVC_DATABASE_URL: urlOf("svc_original") },
    });
    await server.stop();
    await runBlock(blocksUnder("backup.md", "Restoring")[1], { cwd: folder, env: administratorOf(admin) });
    const restored = { ...env, SVC_DATABASE_URL: urlOf("svc_restored") };
    await runBlock(blocksUnder("backup.md", "Restoring")[2], { cwd: folder, env: restored });
    const again = await serve("svc_restored");
    try {
      const caller = new Caller(again.http, client.key);
      const connected = new Connected(caller, tenantId, connectionId);
      assertReplay(written, await connected.set("DUMPED", "dumped"));
      const read = await connected.execute("secrets.get", { ...devConfig, name: "DUMPED" });
      assert.equal(read.status, 200, "the restored credential does not open");
      assert.equal(provider.ledger.effects.length, 1);
    } finally {
      await again.kill9();
    }
  } finally {
    await provider.close();
    await rm(folder, { recursive: true, force: true });
    await dropRole();
  }
}

/** Creates the documented role and its database. @returns a function that returns a database's URL. */
async function makeRole(): Promise<(database: string) => string> {
  const password = randomBytes(18).toString("hex");
  await dropRole();
  await ask(
    `create role svc login nosuperuser nobypassrls password '${password}'`,
    "create database svc_original owner svc",
  );
  return (database) => {
    const url = new URL(admin);
    Object.assign(url, { username: "svc", password, pathname: `/${database}` });
    return url.href;
  };
}

async function dropRole(): Promise<void> {
  const names = ["svc_original", "svc_restored"];
  await ask(...names.map((name) => `drop database if exists ${name} with (force)`), "drop role if exists svc");
}

async function ask(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: admin });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The environment of PostgreSQL's programs. */
function administratorOf(url: string): Readonly<Record<string, string>> {
  const { hostname, port, username, password } = new URL(url);
  const PGPASSWORD = decodeURIComponent(password);
  return { PGHOST: hostname, PGPORT: port === "" ? "5432" : port, PGUSER: decodeURIComponent(username), PGPASSWORD };
}
