/**
 * Whether a SQLite database accepts writes. Each commit checks this before it runs and updates it afterwards, and
 * readiness reports it.
 */
import type { DatabaseSync } from "node:sqlite";
import type { StoreNotice } from "../../../domain/database/port.ts";
import { StoreError, asStoreError } from "../errors.ts";
import { faultOf, fileGoneCode } from "../faults.ts";
import { requireRoom, type DatabaseFiles } from "./files.ts";

/** The health of a database. */
export type SqliteHealth = {
  /** Call before a commit. @throws StoreError if it must not be tried; nothing was written. */
  beforeCommit(): void;
  /**
   * Call before a statement outside a commit. @throws StoreError if the open file is known to no longer be the
   * database.
   */
  beforeStatement(): void;
  /** Call after a statement or commit failed. Errors that aren't the database's fault are ignored. */
  failed(error: unknown): void;
  /** Call after a durable commit. Only that ends a fault. */
  passed(): void;
  /** The code of the fault that makes writes fail; null if there is none. */
  faultCode(): string | null;
  /** How many commits were durable. */
  durableCommits(): number;
  /** The log's size in bytes when last checked. */
  logBytes(): number;
  /** Sets the listener for faults that begin or end, and for a log that has grown. */
  listen(listener: (notice: StoreNotice) => void): void;
};

/** A log this large is worth a warning: something has kept it from being emptied for a long time. */
const logWarnBytes = 256 * 1024 * 1024;

const mebibyte = 1024 * 1024;

/** @param database the open database. @param files its files. */
export function createHealth(database: DatabaseSync, files: DatabaseFiles): SqliteHealth {
  let faultCode: string | null = null;
  let durableCommits = 0;
  let logBytes = 0;
  let isLogReported = false;
  let listener: ((notice: StoreNotice) => void) | null = null;
  const pageBytes = numberOf(database, "page_size");
  const fail = (code: string): void => {
    if (code === faultCode) return;
    faultCode = code;
    listener?.({ level: "error", message: `writes fail: ${faultOf(code)?.what ?? code}` });
  };
  const noteLog = (bytes: number): void => {
    logBytes = bytes;
    const isLarge = bytes > logWarnBytes;
    if (isLarge && !isLogReported) {
      const message = `the database's log has grown to ${Math.floor(bytes / mebibyte)} MiB: a backup, a shell or another program keeps a transaction open`;
      listener?.({ level: "warn", message });
    }
    isLogReported = isLarge;
  };
  const look = (): void => {
    const sizes = files.look();
    noteLog(sizes.logBytes);
    requireRoom(files, sizes, () => numberOf(database, "page_count") * pageBytes);
  };
  const checked = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (error instanceof StoreError) fail(error.code);
      throw error;
    }
  };
  return {
    beforeCommit: () => checked(look),
    beforeStatement() {
      if (faultCode === fileGoneCode) checked(() => files.look());
    },
    failed(error) {
      const code = sqliteCode(error);
      if (code !== null && faultOf(code) !== null) fail(code);
    },
    passed() {
      durableCommits += 1;
      if (faultCode !== null) listener?.({ level: "warn", message: "writes succeed again" });
      faultCode = null;
    },
    faultCode: () => faultCode,
    durableCommits: () => durableCommits,
    logBytes: () => logBytes,
    listen(next) {
      listener = next;
    },
  };
}

/** The code of a SQLite error; null for any other error. */
function sqliteCode(error: unknown): string | null {
  const isSqliteError = typeof error === "object" && error !== null && "errcode" in error;
  return isSqliteError ? asStoreError(error).code : null;
}

function numberOf(database: DatabaseSync, pragma: "page_count" | "page_size"): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}
