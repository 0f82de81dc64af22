/** Databases that are backed up, lost and restored, each by the ways of its engine. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { giveToServerRole } from "../../../tools/postgres/databases.ts";
import { startPostgres, type PostgresServer } from "../../../tools/postgres/index.ts";
import type { Engine, ServerHome } from "../../harness/index.ts";
import { blocksUnder, runBlock } from "./documented.ts";

const run = promisify(execFile);

/** What a test of a restore stands on. */
export interface RestoreGround {
  readonly engine: Engine;
  readonly home: ServerHome;
  /** Backs up while servers run. */
  backUp(): Promise<void>;
  /** Loses the database, while no server runs, and puts the backup in its place. */
  restore(): Promise<void>;
}

/** Makes an empty one. @param env what commands are given besides the database. */
export async function makeGround(engine: Engine, env: Readonly<Record<string, string>>): Promise<RestoreGround> {
  const folder = await mkdtemp(join(tmpdir(), "svc-restore-"));
  return engine === "sqlite" ? sqliteGround(folder, env) : await postgresGround(folder, env);
}

function sqliteGround(folder: string, env: Readonly<Record<string, string>>): RestoreGround {
  // As the documentation has it, below the folder in which the commands are run.
  const databaseUrl = "sqlite:./data/svc.sqlite";
  const at = { cwd: folder, env: { ...env, SVC_DATABASE_URL: databaseUrl } };
  return {
    engine: "sqlite",
    home: { folder, databaseUrl, remove: () => rm(folder, { recursive: true, force: true }) },
    async backUp() {
      await runBlock(blocksUnder("backup.md", "Backing up SQLite")[0], at);
    },
    async restore() {
      await runBlock(blocksUnder("backup.md", "Restoring")[0], at);
    },
  };
}

async function postgresGround(folder: string, env: Readonly<Record<string, string>>): Promise<RestoreGround> {
  const server = await startPostgres();
  const data = server.folder;
  if (data === undefined) {
    await server.stop();
    throw new Error("This test loses a PostgreSQL: run it without SVC_TEST_DATABASE_URL.");
  }
  const databaseUrl = await server.createDatabase("proof");
  const serverDatabaseUrl = await giveToServerRole(server.url, databaseUrl);
  const at = { cwd: folder, env: { ...env, SVC_DATABASE_URL: serverDatabaseUrl } };
  const heads = blocksUnder("backup.md", "Backing up PostgreSQL")[0]?.split("\n")[0];
  return {
    engine: "postgres",
    home: {
      folder,
      databaseUrl,
      serverDatabaseUrl,
      async remove() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    },
    async backUp() {
      await runBlock(`${heads ?? ""}\n`, at);
      await copyCluster(server, join(data, "data"), join(data, "backup"));
    },
    async restore() {
      await server.kill9();
      await rename(join(data, "data"), join(data, "lost"));
      await rename(join(data, "backup"), join(data, "data"));
      await server.restart();
    },
  };
}

/**
 * Copies a cluster that is in use, as `pg_basebackup` does: between `pg_backup_start` and `pg_backup_stop`, with the label
 * that makes its next start recover from there, and the write-ahead log last (PostgreSQL, "Making a Base Backup Using the
 * Low Level API").
 */
async function copyCluster(server: PostgresServer, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('proof', true)");
    // PostgreSQL starts on no folder that others may read.
    await mkdir(to, { mode: 0o700 });
    await copyAll(from, to, ["postmaster.pid", "postmaster.opts", "pg_wal"]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
    await run("cp", ["-a", join(from, "pg_wal"), to]);
    await sameOwner(from, to);
  } finally {
    await client.end();
  }
}

/** Copies what a folder holds, but for some names; what goes away meanwhile PostgreSQL makes anew from its log. */
async function copyAll(from: string, to: string, without: readonly string[]): Promise<void> {
  const { stdout } = await run("ls", ["-A", from]);
  for (const name of stdout.trim().split("\n")) {
    if (!without.includes(name)) await run("cp", ["-a", join(from, name), to]).catch(() => undefined);
  }
}

async function sameOwner(like: string, path: string): Promise<void> {
  const { uid, gid } = await stat(like);
  if (process.getuid?.() === 0) await run("chown", ["-R", `${uid}:${gid}`, path]);
}
