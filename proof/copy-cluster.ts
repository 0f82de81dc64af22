/** Copies of a running PostgreSQL cluster, for backups and standbys. */
import { execFile } from "node:child_process";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

/**
 * Copies like `pg_basebackup`: between `pg_backup_start` and `pg_backup_stop`, with the label from which the next start
 * recovers, and the write-ahead log last (PostgreSQL, "Making a Base Backup Using the Low Level API").
 * @param url the address for an administrator of the cluster. @param from its data folder. @param to a folder that
 * doesn't exist yet.
 */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('proof', true)");
    // PostgreSQL refuses a folder that others may read.
    await mkdir(to, { mode: 0o700 });
    await copyAll(from, to, ["postmaster.pid", "postmaster.opts", "pg_wal"]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
    await mkdir(join(to, "pg_wal"), { mode: 0o700 });
    await copyAll(join(from, "pg_wal"), join(to, "pg_wal"), []);
    await giveOwnerOf(from, to);
  } finally {
    await client.end();
  }
}

/** Changes a folder's owner to that of another one, recursively. */
export async function giveOwnerOf(like: string, path: string): Promise<void> {
  const { uid, gid } = await stat(like);
  if (process.getuid?.() === 0) await run("chown", ["-R", `${uid}:${gid}`, path]);
}

/** Copies a folder's content except some names; PostgreSQL recovers files that vanish during the copy from its log. */
async function copyAll(from: string, to: string, without: readonly string[]): Promise<void> {
  const { stdout } = await run("ls", ["-A", from]);
  for (const name of stdout.trim().split("\n")) {
    if (!without.includes(name)) await run("cp", ["-a", join(from, name), to]).catch(() => undefined);
  }
}
