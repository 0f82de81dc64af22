/**
 * Versions of what operators change: two people who change the same thing at once can't undo each other's change
 * unnoticed. A version is a digest of the content, so that it needs no column, and any program's change counts. A store
 * compares it in the transaction of the change.
 */
import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { ServiceError } from "@svc/contract";

/** What a store returns if the expected version isn't the current one. It has changed nothing. */
export const stale = "stale";
/** See {@link stale}. */
export type Stale = typeof stale;

/** Returns the version of some content. Equal JSON has equal versions, whatever the order of its fields. */
export function versionOf(content: object): string {
  return hash("sha256", canonicalize(content) ?? "", "base64url").slice(0, 22);
}

/**
 * Whether a change may be made. @param expected undefined if any version may be changed, null if there must be none.
 * @param current its version; null if there is none.
 */
export function isExpected(expected: string | null | undefined, current: () => string | null): boolean {
  return expected === undefined || expected === current();
}

/** Returns what the store returned. @throws ServiceError PRECONDITION_FAILED if the expected version is stale. */
export function unlessStale<Result>(result: Result | Stale): Result {
  if (result === stale) throw new ServiceError("PRECONDITION_FAILED");
  return result;
}
