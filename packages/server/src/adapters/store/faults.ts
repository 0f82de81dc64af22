/**
 * What is wrong with the database when a statement fails through no fault of its own, and how an operator fixes it. API
 * errors, readiness, the log and startup all use this table.
 */
import { machineFaultOf } from "../../domain/machine/watch.ts";

/** A fault of the database, or of the disk or network beneath it. */
export type DatabaseFault = {
  /** What is wrong: a sentence without its period. */
  readonly what: string;
  /** How to fix it: an imperative without its period. */
  readonly remedy: string;
};

/** The code for a SQLite file that was removed, moved or replaced while open. */
export const fileGoneCode = "SQLITE_FILE_GONE";

/** SQLite's code for a full disk. */
export const diskFullCode = "SQLITE_13";

/**
 * The code for PostgreSQL's 42501 if a privilege is missing. Row-level security uses the same SQLSTATE, but there it
 * would be a defect of svc.
 */
export const noPrivilegeCode = "NO_PRIVILEGE";

const diskFull: DatabaseFault = { what: "the disk that holds the database is full", remedy: "free some space" };
const unreachable: DatabaseFault = {
  what: "the database doesn't answer",
  remedy: "check that it is running and that SVC_DATABASE_URL points to it",
};
const readOnlyFile: DatabaseFault = {
  what: "the database file or its file system is read-only",
  remedy: "make it writable for this user, and look for disk errors in the system log",
};
const pooler: DatabaseFault = {
  what: "a connection pooler in front of PostgreSQL doesn't support prepared statements",
  remedy: "set max_prepared_statements = 200 in PgBouncer 1.21 or later, and use session or transaction pooling",
};

const byCode: Readonly<Record<string, DatabaseFault>> = {
  [fileGoneCode]: {
    what: "the database file is no longer at its path: it was removed, moved or replaced while the server was running",
    remedy: "put the file back, or restore a backup, and restart the server",
  },
  [noPrivilegeCode]: {
    what: "the database user lacks a privilege on one of svc's tables or functions",
    remedy: "make it the owner of the database and of svc's tables again",
  },
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EROFS: readOnlyFile,
  "53100": diskFull,
  "53200": { what: "PostgreSQL is out of memory", remedy: "give it more memory, or lower SVC_DATABASE_POOL_MAX" },
  "53300": {
    what: "PostgreSQL has no connections left",
    remedy: "raise max_connections, or lower SVC_DATABASE_POOL_MAX",
  },
  "25006": {
    what: "PostgreSQL doesn't accept writes: it is a standby, or default_transaction_read_only is on",
    remedy: "point SVC_DATABASE_URL to the primary",
  },
  "42P05": pooler,
  "26000": pooler,
  "08P01": {
    what: "a connection pooler in front of PostgreSQL rejects the server's connection settings",
    remedy:
      "set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout and max_prepared_statements = 200 in PgBouncer",
  },
  "55P03": {
    what: "a statement waited too long for a lock of another session",
    remedy: "find that session with pg_blocking_pids and end it",
  },
  "57014": {
    what: "a statement took too long, or an administrator canceled it",
    remedy: "see PostgreSQL's log, and check the load of its disk and processors",
  },
  SETTINGS: {
    what: "PostgreSQL gives the server's user settings that svc can't work with",
    remedy: "run svc-server doctor, which names them",
  },
};

/** By SQLite's primary result code, the lower byte of an extended one (https://www.sqlite.org/rescode.html). */
const bySqliteCode: Readonly<Record<number, DatabaseFault>> = {
  5: { what: "another program has locked the database", remedy: "wait for it to finish, or stop it" },
  8: readOnlyFile,
  10: {
    what: "the disk that holds the database can't be read or written",
    remedy: "look for disk errors in the system log",
  },
  13: diskFull,
  14: {
    what: "a database file can't be opened",
    remedy:
      "check that its folder exists, that this user can write to it, and that the server has file descriptors left (LimitNOFILE, ulimit -n)",
  },
  15: { what: "another program has locked the database's log", remedy: "wait for it to finish, or stop it" },
};

/** By SQLSTATE class, the first two characters. */
const bySqlClass: Readonly<Record<string, DatabaseFault>> = {
  "08": unreachable,
  "40": { what: "the database is too busy: transactions kept conflicting", remedy: "try again" },
  "53": { what: "PostgreSQL has run out of a resource", remedy: "see PostgreSQL's log" },
  "57": { what: "PostgreSQL is starting or shutting down", remedy: "wait until it is up" },
};

/**
 * The fault that an error code indicates; null if the statement itself is to blame.
 * @param code an SQLSTATE, `SQLITE_` and a result code, an operating system error code, or one of our own.
 */
export function faultOf(code: string): DatabaseFault | null {
  const own = byCode[code];
  if (own !== undefined) return own;
  const sqlite = /^SQLITE_(\d+)$/.exec(code)?.[1];
  if (sqlite !== undefined) return bySqliteCode[Number(sqlite) & 0xff] ?? null;
  const machine = machineFaultOf(code);
  if (machine?.isShortage === true) return machine;
  return /^[0-9A-Z]{5}$/.test(code) ? (bySqlClass[code.slice(0, 2)] ?? null) : null;
}

const mayNotCreate: DatabaseFault = {
  what: "the database user isn't allowed to create tables",
  remedy: "make it the owner of the database",
};

/** Errors of the first statements. Later on, they would be bugs, or have another reason. */
const atStart: Readonly<Record<string, DatabaseFault>> = {
  "42501": mayNotCreate,
  [noPrivilegeCode]: mayNotCreate,
  // PgBouncer in statement mode closes the connection when a transaction begins.
  NO_RESPONSE: {
    what: "the connection was closed while the database was being prepared",
    remedy: "check that the database is running and that no pooler in front of it uses statement pooling",
  },
};

/** The fault of a database that didn't answer. */
export const noResponse: DatabaseFault = unreachable;

/** The fields of a `StoreError` that identify the failure. */
type Failure = { code: string; unanswered: boolean };

/** Why the database can't be prepared at startup and how to fix it, as one sentence. */
export function startAdvice(failure: Failure): string {
  return `The database can't be prepared (${failure.code}): ${adviceOn(failure)}.`;
}

/** Why a command couldn't use the database and how to fix it, as one sentence. */
export function useAdvice(failure: Failure): string {
  return `The database can't be used (${failure.code}): ${adviceOn(failure)}.`;
}

/** How a server stopped whose last writes the database didn't accept, in two sentences. */
export function stopAdvice(failure: Failure): string {
  const { what } = faultOf(failure.code) ?? (failure.unanswered ? noResponse : { what: "it rejected a statement" });
  return (
    `The server has stopped, but the database didn't accept its last writes (${failure.code}): ${what}. ` +
    "Another server, or the next start, settles the executions that it left open."
  );
}

function adviceOn({ code, unanswered }: Failure): string {
  const fault = atStart[code] ?? faultOf(code) ?? (unanswered ? noResponse : null);
  if (fault !== null) return `${fault.what}; ${fault.remedy}`;
  return "it rejected a statement; check that this user owns the database, and see the database's log";
}
