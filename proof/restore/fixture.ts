/** A database that is backed up, lost and restored, on either engine. */
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveToServerRole } from "../../tools/postgres/databases.ts";
import { startPostgres } from "../../tools/postgres/index.ts";
import type { Engine, ServerHome } from "../../conformance/harness/index.ts";
import { copyCluster } from "../copy-cluster.ts";
import { blocksUnder, runBlock } from "./documented.ts";

/** The fixture of a restore test. */
export interface RestoreFixture {
  readonly engine: Engine;
  readonly home: ServerHome;
  /** Backs up while servers run. */
  backUp(): Promise<void>;
  /** Replaces the database with the backup, while no server runs. */
  restore(): Promise<void>;
}

/** Creates an empty one. @param env for commands, in addition to the database. */
export async function makeFixture(engine: Engine, env: Readonly<Record<string, string>>): Promise<RestoreFixture> {
  const folder = await mkdtemp(join(tmpdir(), "svc-restore-"));
  return engine === "sqlite" ? sqliteFixture(folder, env) : await postgresFixture(folder, env);
}

function sqliteFixture(folder: string, env: Readonly<Record<string, string>>): RestoreFixture {
  // As documented, below the folder in which the commands run.
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

async function postgresFixture(folder: string, env: Readonly<Record<string, string>>): Promise<RestoreFixture> {
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
      await copyCluster(server.url, join(data, "data"), join(data, "backup"));
    },
    async restore() {
      await server.kill9();
      await rename(join(data, "data"), join(data, "lost"));
      await rename(join(data, "backup"), join(data, "data"));
      await server.restart();
    },
  };
}
