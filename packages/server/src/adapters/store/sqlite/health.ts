/** Whether a SQLite database can take writes: asked before each commit, told how each went, and shown by readiness. */
import type { DatabaseSync } from "node:sqlite";
import type { StoreNotice } from "../../../domain/store/port.ts";
import { StoreError, asStoreError } from "../errors.ts";
import { faultOf, fileGoneCode } from "../faults.ts";
import { requireRoom, type DatabaseFiles } from "./files.ts";

/** What is known of a database's health. */
export type SqliteHealth = {
  /** Before a commit. @throws StoreError where it must not be tried: nothing was written. */
  beforeCommit(): void;
  /** Before a statement outside of any commit. @throws StoreError where the open file is known to be the database no more. */
  beforeStatement(): void;
  /** After a statement or commit that failed; what is no fault of the database is passed over. */
  failed(error: unknown): void;
  /** After a commit that the disk has confirmed, which alone ends a fault. */
  passed(): void;
  /** The code of the fault that keeps writes from passing; null where there is none. */
  faultCode(): string | null;
  /** How many commits the disk has confirmed. */
  durableCommits(): number;
  /** Bytes of the log, at the last look. */
  logBytes(): number;
  /** Names who is told when a fault begins or ends, and when the log has grown; nobody until then. */
  tell(listener: (notice: StoreNotice) => void): void;
};

/** From which size on the log is worth a word: something has kept it from being emptied for a long time. */
const logWarnBytes = 256 * 1024 * 1024;

const mebibyte = 1024 * 1024;

/** @param database the open one. @param files its files. */
export function createHealth(database: DatabaseSync, files: DatabaseFiles): SqliteHealth {
  let faultCode: string | null = null;
  let durableCommits = 0;
  let logBytes = 0;
  let isLogTold = false;
  let listener: ((notice: StoreNotice) => void) | null = null;
  const pageBytes = numberOf(database, "page_size");
  const fail = (code: string): void => {
    if (code === faultCode) return;
    faultCode = code;
    listener?.({ level: "error", message: `no write passes: ${faultOf(code)?.what ?? code}` });
  };
  const noteLog = (bytes: number): void => {
    logBytes = bytes;
    const isLarge = bytes > logWarnBytes;
    if (isLarge && !isLogTold) {
      const message = `the database's log has grown to ${Math.floor(bytes / mebibyte)} MiB: a backup, a shell or another program keeps a transaction open`;
      listener?.({ level: "warn", message });
    }
    isLogTold = isLarge;
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
      if (faultCode !== null) listener?.({ level: "warn", message: "writes pass again" });
      faultCode = null;
    },
    faultCode: () => faultCode,
    durableCommits: () => durableCommits,
    logBytes: () => logBytes,
    tell(told) {
      listener = told;
    },
  };
}

/** The code of an engine's error; null for an error of another kind. */
function sqliteCode(error: unknown): string | null {
  const isEngines = typeof error === "object" && error !== null && "errcode" in error;
  return isEngines ? asStoreError(error).code : null;
}

function numberOf(database: DatabaseSync, pragma: "page_count" | "page_size"): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}
