/**
 * What is wrong with a database when a statement fails through no fault of its own, and what an operator does about it.
 * The one table of these: callers' answers, readiness, the log and the start all take their words from here.
 */

/** A fault of the database or of what is under it. */
export type DatabaseFault = {
  /** What is wrong: a sentence without its period. */
  readonly what: string;
  /** What an operator does about it: an imperative without its period. */
  readonly remedy: string;
};

/** The code of a SQLite file that was removed, moved or replaced under an open database. */
export const fileGoneCode = "SQLITE_FILE_GONE";

/** The code of a full disk under SQLite. */
export const diskFullCode = "SQLITE_13";

const diskFull: DatabaseFault = { what: "the disk that holds the database is full", remedy: "make room on it" };
const unreachable: DatabaseFault = {
  what: "the database does not answer",
  remedy: "check that it runs, and that SVC_DATABASE_URL leads to it",
};
const readOnlyFile: DatabaseFault = {
  what: "the database's file or its file system is read-only",
  remedy: "make it writable for this user, and look for disk errors in the system's log",
};
const pooler: DatabaseFault = {
  what: "a pooler in front of PostgreSQL does not support prepared statements",
  remedy: "set max_prepared_statements = 200 in PgBouncer 1.21 or later, and pool by session or by transaction",
};

const byCode: Readonly<Record<string, DatabaseFault>> = {
  [fileGoneCode]: {
    what: "the database's file is no longer at its path: it was removed, moved or replaced while the server ran",
    remedy: "put the file back, or restore a backup, and restart the server",
  },
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EROFS: readOnlyFile,
  "53100": diskFull,
  "53200": { what: "PostgreSQL is out of memory", remedy: "give it more, or lower SVC_DATABASE_POOL_MAX" },
  "53300": {
    what: "PostgreSQL has no connection left",
    remedy: "raise max_connections, or lower SVC_DATABASE_POOL_MAX",
  },
  "25006": {
    what: "PostgreSQL takes no writes here: this is a standby, or default_transaction_read_only is on",
    remedy: "let SVC_DATABASE_URL lead to the primary",
  },
  "42P05": pooler,
  "26000": pooler,
  "08P01": {
    what: "a pooler in front of PostgreSQL refuses what the server sends when it connects",
    remedy:
      "set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout and max_prepared_statements = 200 in PgBouncer",
  },
  "57014": { what: "PostgreSQL canceled the statement", remedy: "look for a lock that something else holds" },
};

/** By SQLite's primary result code, which is the lower byte of an extended one (https://www.sqlite.org/rescode.html). */
const bySqliteCode: Readonly<Record<number, DatabaseFault>> = {
  5: { what: "another program holds the database", remedy: "wait for it to finish, or stop it" },
  8: readOnlyFile,
  10: {
    what: "the disk that holds the database does not read or write",
    remedy: "look for disk errors in the system's log",
  },
  13: diskFull,
  14: {
    what: "a file of the database cannot be opened",
    remedy: "check that its folder exists and that this user may write to it",
  },
  15: { what: "another program holds the database's log", remedy: "wait for it to finish, or stop it" },
};

/** By class of SQLSTATE: its first two characters. */
const bySqlClass: Readonly<Record<string, DatabaseFault>> = {
  "08": unreachable,
  "40": { what: "the database is too busy: transactions kept getting in each other's way", remedy: "try again" },
  "53": { what: "PostgreSQL has run out of something it needs", remedy: "see PostgreSQL's log" },
  "57": { what: "PostgreSQL is starting or shutting down", remedy: "wait for it" },
};

/**
 * The fault that an error's code stands for; null where the statement itself is to blame.
 * @param code an SQLSTATE, `SQLITE_` and a result code, a code of the operating system's, or a name of ours.
 */
export function faultOf(code: string): DatabaseFault | null {
  const own = byCode[code];
  if (own !== undefined) return own;
  const sqlite = /^SQLITE_(\d+)$/.exec(code)?.[1];
  if (sqlite !== undefined) return bySqliteCode[Number(sqlite) & 0xff] ?? null;
  return /^[0-9A-Z]{5}$/.test(code) ? (bySqlClass[code.slice(0, 2)] ?? null) : null;
}

/** Refusals of a first statement, which later on would be a mistake of ours. */
const atStart: Readonly<Record<string, DatabaseFault>> = {
  "42501": { what: "the database user may not create tables", remedy: "make it the owner of the database" },
  // PgBouncer in statement mode ends the connection where a transaction begins.
  NO_ANSWER: {
    what: "the connection ended while the database was being prepared",
    remedy: "check that the database runs, and that no pooler in front of it pools by statement",
  },
};

/** The fault of a database that gave no answer. */
export const noAnswer: DatabaseFault = unreachable;

/** A failure as `StoreError` has it. */
type Failure = { code: string; unanswered: boolean };

/** Why a database cannot be prepared at the start, and what to do, as one sentence. */
export function startAdvice(failure: Failure): string {
  return `The database cannot be prepared (${failure.code}): ${adviceOn(failure)}.`;
}

/** Why a command could not use the database, and what to do, as one sentence. */
export function useAdvice(failure: Failure): string {
  return `The database cannot be used (${failure.code}): ${adviceOn(failure)}.`;
}

function adviceOn({ code, unanswered }: Failure): string {
  const fault = atStart[code] ?? faultOf(code) ?? (unanswered ? noAnswer : null);
  if (fault !== null) return `${fault.what}; ${fault.remedy}`;
  return "it refused a statement; check that this user owns the database, and see the database's log";
}
