/** Opens a SQLite database durably, for its owner's eyes only, and keeps a second server away from it. */
import { closeSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreStartError } from "../errors.ts";
import { faultOf } from "../faults.ts";
import { makePrivateFolder } from "./folder.ts";

/** How long a statement waits for another process before it gives up; SQLite's own default is not to wait at all. */
export const busyTimeoutMs = 5000;
// 16 MiB of log before it goes into the database: two confirmations of the disk that everybody waits for, and each page that
// was written again meanwhile goes once. SQLite's own default is 1000.
const walPagesMax = 4000;
const sqliteBusy = 5;
const sqliteNotADatabase = 26;

/** The file that `sqlite:<path>` names. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(?:\/\/)?/, "");
  if (path === ":memory:") {
    throw new StoreStartError("SVC_DATABASE_URL names no file: records must outlive the process. Write sqlite:<path>.");
  }
  if (path === "") throw new StoreStartError("SVC_DATABASE_URL names no file: write sqlite:<path>.");
  return resolve(path);
}

/**
 * Checks that there is a database at a path, for who only looks: SQLite would make one.
 * @throws StoreStartError
 */
export function requireSqlite(path: string): void {
  if (bytesOf(path) > 0) return;
  throw new StoreStartError(
    `There is no database at ${path}: check SVC_DATABASE_URL, or make one with svc-server serve or svc-server migrate.`,
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
 * Opens or makes the database; folder 0700 and file 0600 where they are made. SQLite gives its siblings the same mode.
 * @throws StoreStartError
 */
export function openSqlite(path: string): DatabaseSync {
  makeFile(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
    if (mode !== "wal") throw new StoreStartError(`${path}: its file system does not allow WAL; use a local disk.`);
    // FULL: a commit is on the disk before it is acknowledged. What is deleted is overwritten.
    database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
    // A statement whose triggers change several tables keeps the old pages until its end; else in a file, made each time.
    database.exec("PRAGMA temp_store = MEMORY;");
    database.exec(`PRAGMA wal_autocheckpoint = ${walPagesMax};`);
    // The first read of a new database makes its log, so that from here on all of its files are there.
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch (error) {
    database?.close();
    throw startError(path, error);
  }
}

/**
 * Holds `<path>.lock` for as long as the process lives, by an open exclusive transaction: a lock of the kernel's, which
 * ends with the process however it ends. A process id in a file would not do, for in containers every server is 1.
 * @throws StoreStartError when another server holds it.
 */
export function lockSqlite(path: string): DatabaseSync {
  const lockPath = `${path}.lock`;
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
        "Several servers at once need PostgreSQL.",
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
    return new StoreStartError(`${path} is not a SQLite database: name another file in SVC_DATABASE_URL.`);
  }
  if (errcode === sqliteBusy) return new StoreStartError(`${path} is in use by another program: stop it first.`);
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const reason = errcode === null ? code : `SQLite error ${errcode}`;
  const fault = faultOf(errcode === null ? code : `SQLITE_${errcode}`);
  const advice = fault === null ? "this user must be able to read and write it" : `${fault.what}; ${fault.remedy}`;
  return new StoreStartError(`${path} cannot be opened (${reason}): ${advice}.`);
}

/** SQLite's primary result code, without the extension in the upper bits; null for an error of another kind. */
function errcodeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode & 0xff : null;
}
