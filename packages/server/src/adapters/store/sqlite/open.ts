/** Opens a SQLite database, durable and readable only by its owner, and keeps a second server out. */
import { closeSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MissingDatabaseError, StoreStartError } from "../errors.ts";
import { faultOf } from "../faults.ts";
import { makePrivateFolder } from "./files.ts";

/** How long a statement waits for another process. By default SQLite doesn't wait at all. */
export const busyTimeoutMs = 5000;
// A log of 16 MiB before a checkpoint, which waits for the disk twice and blocks all statements. A page that changed
// several times is written once. SQLite's default is 1000.
const walPagesMax = 4000;
const sqliteBusy = 5;
const sqliteNotADatabase = 26;

/** The path in `sqlite:<path>`. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(?:\/\/)?/, "");
  if (path === ":memory:") {
    throw new StoreStartError(
      "SVC_DATABASE_URL must name a file, because records outlive the process: use sqlite:<path>.",
    );
  }
  if (path === "") throw new StoreStartError("SVC_DATABASE_URL must name a file: use sqlite:<path>.");
  return resolve(path);
}

/**
 * Checks that there is a database at a path, for commands that must not create one. SQLite would.
 * @throws MissingDatabaseError
 */
export function requireSqlite(path: string): void {
  if (bytesOf(path) > 0) return;
  throw new MissingDatabaseError(
    `There is no database at ${path}`,
    "create one with svc-server serve or svc-server migrate",
  );
}

function bytesOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    throw startError(path, error);
  }
}

/**
 * Opens or creates the database. A new folder has mode 0700 and a new file 0600, which SQLite also gives to the files
 * next to it.
 * @throws StoreStartError
 */
export function openSqlite(path: string): DatabaseSync {
  makeFile(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
    if (mode !== "wal") throw new StoreStartError(`${path}: its file system doesn't support WAL; use a local disk.`);
    // FULL: commits wait for the disk. Deleted content is overwritten.
    database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
    // A statement whose triggers change several tables keeps old pages until it ends, by default in a new file each
    // time.
    database.exec("PRAGMA temp_store = MEMORY;");
    database.exec(`PRAGMA wal_autocheckpoint = ${walPagesMax};`);
    // The first read of a new database creates its log, so that all its files exist from here on.
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    database?.close();
    throw startError(path, error);
  }
}

/** The file that a server of a SQLite database holds open. */
export function sqliteLockPath(path: string): string {
  return `${path}.lock`;
}

/**
 * Holds `<path>.lock` for the life of the process, with an open exclusive transaction. That is a kernel lock, which is
 * released however the process ends. A file with a process id wouldn't do, because in containers every server has id 1.
 * @throws StoreStartError if another server holds it.
 */
export function lockSqlite(path: string): DatabaseSync {
  const lockPath = sqliteLockPath(path);
  makeFile(lockPath);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockPath, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    if (errcodeOf(error) !== sqliteBusy) throw startError(lockPath, error);
    throw new StoreStartError(
      `Another server is using ${path}: stop it first, or give this one its own SVC_DATABASE_URL. ` +
        "To run several servers, use PostgreSQL.",
    );
  }
}

function makeFile(path: string): void {
  try {
    makePrivateFolder(dirname(path));
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw startError(path, error);
  }
}

function startError(path: string, error: unknown): StoreStartError {
  if (error instanceof StoreStartError) return error;
  const errcode = errcodeOf(error);
  if (errcode === sqliteNotADatabase) {
    return new StoreStartError(`${path} isn't a SQLite database: check SVC_DATABASE_URL.`);
  }
  if (errcode === sqliteBusy) return new StoreStartError(`${path} is in use by another program: stop it first.`);
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const reason = errcode === null ? code : `SQLite error ${errcode}`;
  const fault = faultOf(errcode === null ? code : `SQLITE_${errcode}`);
  const own =
    code === "ENOENT"
      ? "its folder doesn't exist and can't be created; correct SVC_DATABASE_URL"
      : "this user must be able to read and write it";
  const advice = fault === null ? own : `${fault.what}; ${fault.remedy}`;
  return new StoreStartError(`${path} can't be opened (${reason}): ${advice}.`);
}

/** SQLite's primary result code, without the extension in the upper bits; null for any other error. */
function errcodeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}
