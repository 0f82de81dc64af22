/** The store's errors. Engines quote rows and statements in their messages, and none of that may leave the store. */
import { faultOf, noResponse, noPrivilegeCode } from "./faults.ts";

/** The store can't be opened: one line that says what is wrong and how to fix it. Never contains a URL's password. */
export class StoreStartError extends Error {
  override name = "StoreStartError";
}

/** A missing or empty database that must not be created. */
export class MissingDatabaseError extends StoreStartError {
  /** What is missing, as a sentence without its period. */
  readonly finding: string;

  /** @param remedy how to create it, as the end of a sentence about what to do. */
  constructor(finding: string, remedy: string) {
    super(`${finding}: check SVC_DATABASE_URL, or ${remedy}.`);
    this.finding = finding;
  }
}

/** The database can't be copied: one line that says what is wrong and how to fix it. */
export class StoreCopyError extends Error {
  override name = "StoreCopyError";
}

/** A statement failed. `code` is an SQLSTATE, `SQLITE_` and a result code, a socket error code, or one of our own. */
export class StoreError extends Error {
  override name = "StoreError";
  readonly code: string;
  /** Whether the statement may have taken effect, because the connection broke before the response. */
  readonly unanswered: boolean;
  /** What is wrong with the database, as a sentence without its period; null if the statement is to blame. */
  readonly fault: string | null;

  constructor(code: string, unanswered: boolean) {
    super(`The database rejected a statement or didn't answer (${code}).`);
    this.code = code;
    this.unanswered = unanswered;
    this.fault = (faultOf(code) ?? (unanswered ? noResponse : null))?.what ?? null;
  }
}

// No SQLSTATE class begins with E, unlike socket error codes (EPIPE).
const sqlState = /^[0-9FHPX][0-9A-Z]{4}$/;

/**
 * Converts an engine's error to a `StoreError`. A `StoreError` is returned unchanged.
 * @throws the error itself if it is a bug and not an engine's error.
 */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  // Its message quotes the text that can't be parsed.
  if (error instanceof SyntaxError) return new StoreError("UNREADABLE_JSON", false);
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error;
  const { code, errcode, routine } = facts(error);
  if (code === "42501" && routine === "aclcheck_error") return new StoreError(noPrivilegeCode, false);
  if (errcode !== null) return new StoreError(`SQLITE_${errcode}`, false);
  return new StoreError(code ?? "NO_RESPONSE", code === null || isBroken(code));
}

/**
 * Whether a retry of the transaction may succeed, because the database rolled it back: it couldn't be serialized
 * (40001), was in a deadlock (40P01), or used a stale statement.
 */
export function isRolledBack(error: StoreError): boolean {
  return ["40001", "40P01"].includes(error.code) || isStale(error);
}

/**
 * Whether a prepared statement is stale: a migration changed the columns of its result (0A000), or a pooler switched to
 * a server that doesn't have it (26000) or has one of the same name (42P05). It hasn't run. A new session prepares it
 * again.
 */
export function isStale(error: unknown): boolean {
  return facts(error).code === "0A000" || isUnprepared(error);
}

/** Whether a statement failed because a pooler switched to a server with other prepared statements. */
export function isUnprepared(error: unknown): error is { code: string } {
  return ["26000", "42P05"].includes(facts(error).code ?? "");
}

/** Whether an error of `pg` makes the connection unusable. Errors without a code come from the socket. */
export function breaksConnection(error: unknown): boolean {
  const { code } = facts(error);
  return code === null || isBroken(code);
}

/** The SQLSTATE of a server that doesn't accept writes: a standby, or a primary that was demoted during the session. */
export const readOnlyCode = "25006";

/** Whether an error of `pg` means that its server doesn't accept writes. */
export function isReadOnly(error: unknown): boolean {
  return facts(error).code === readOnlyCode;
}

// Class 08 is connection exceptions, 57P0x a server that shuts down.
function isBroken(code: string): boolean {
  return !sqlState.test(code) || code.startsWith("08") || code.startsWith("57P") || code === readOnlyCode;
}

/** `routine` is the function of PostgreSQL that reported the error; unlike the message, it isn't translated. */
function facts(error: unknown): { code: string | null; errcode: number | null; routine: string | null } {
  if (typeof error !== "object" || error === null) return { code: null, errcode: null, routine: null };
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  const errcode = "errcode" in error && typeof error.errcode === "number" ? error.errcode : null;
  const routine = "routine" in error && typeof error.routine === "string" ? error.routine : null;
  return { code, errcode, routine };
}
