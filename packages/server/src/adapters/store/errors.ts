/** What the store throws. Engines quote rows and statements in their messages; none of that leaves this folder. */
import { faultOf, noAnswer } from "./faults.ts";

/** The store cannot be opened: one line that says what is wrong and what to do. Never holds a URL's password. */
export class StoreStartError extends Error {
  override name = "StoreStartError";
}

/** The database cannot be copied: one line that says what is wrong and what to do. */
export class StoreCopyError extends Error {
  override name = "StoreCopyError";
}

/** A statement failed. `code` is an SQLSTATE, `SQLITE_` and a result code, a socket error's code, or a name of ours. */
export class StoreError extends Error {
  override name = "StoreError";
  readonly code: string;
  /** Whether it is not known if the statement took effect: the connection broke before the answer. */
  readonly unanswered: boolean;
  /** What is wrong with the database, as a sentence without its period; null where the statement is to blame. */
  readonly fault: string | null;

  constructor(code: string, unanswered: boolean) {
    super(`The database refused or did not answer (${code}).`);
    this.code = code;
    this.unanswered = unanswered;
    this.fault = (faultOf(code) ?? (unanswered ? noAnswer : null))?.what ?? null;
  }
}

// No class of SQLSTATE begins with E, as the codes of sockets do (EPIPE).
const sqlState = /^[0-9FHPX][0-9A-Z]{4}$/;

/**
 * An engine's error as a `StoreError`; a `StoreError` stays as it is.
 * @throws what is no engine's error but a mistake of ours, as it is.
 */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  // Its message quotes the text that it could not read.
  if (error instanceof SyntaxError) return new StoreError("UNREADABLE_JSON", false);
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error;
  const { code, errcode } = facts(error);
  if (errcode !== null) return new StoreError(`SQLITE_${errcode}`, false);
  return new StoreError(code ?? "NO_ANSWER", code === null || isBroken(code));
}

/**
 * Whether the same transaction may succeed when run again, because the database rolled it back: it could not be serialized
 * (40001), was in a deadlock (40P01), or had a stale statement.
 */
export function isRolledBack(error: StoreError): boolean {
  return ["40001", "40P01"].includes(error.code) || isStale(error);
}

/**
 * Whether a prepared statement is no longer what it was: its result has other columns since a migration (0A000), or the
 * server behind a pooler is another one, which does not know it (26000) or knows it already (42P05). It has not run; a
 * session of its own prepares it again.
 */
export function isStale(error: unknown): boolean {
  return ["0A000", "26000", "42P05"].includes(facts(error).code ?? "");
}

/** Whether an error of `pg` leaves the connection of no further use; what it gives no code for is the socket's. */
export function breaksConnection(error: unknown): boolean {
  const { code } = facts(error);
  return code === null || isBroken(code);
}

/** The SQLSTATE of a server that takes no writes: a standby, or a primary that was demoted under its sessions. */
export const readOnlyCode = "25006";

/** Whether an error of `pg` says that its server takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return facts(error).code === readOnlyCode;
}

// Class 08 is connection exceptions, 57P0x the server going away.
function isBroken(code: string): boolean {
  return !sqlState.test(code) || code.startsWith("08") || code.startsWith("57P") || code === readOnlyCode;
}

function facts(error: unknown): { code: string | null; errcode: number | null } {
  if (typeof error !== "object" || error === null) return { code: null, errcode: null };
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  const errcode = "errcode" in error && typeof error.errcode === "number" ? error.errcode : null;
  return { code, errcode };
}
