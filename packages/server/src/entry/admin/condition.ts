/** The version that a request is about: `If-Match` and `If-None-Match` (RFC 9110 §13.1). */
import { ServiceError } from "@svc/contract";

/**
 * Reads the condition of a change.
 * @param condition `create` if it may also be that there is no version yet. @param header returns every value of a header.
 * @returns the version; null if there must be none; undefined if any will do.
 * @throws ServiceError INVALID_REQUEST for several versions, and PRECONDITION_FAILED for a text that no version has.
 */
export function readExpectedVersion(
  condition: "match" | "create",
  header: (name: string) => readonly string[],
): string | null | undefined {
  const [match, ...others] = header("if-match");
  const none = header("if-none-match");
  if (others.length > 0 || match?.includes(",") === true) throw invalid("`If-Match` takes one version.");
  if (none.length > 0) {
    if (condition === "create" && none.length === 1 && none[0]?.trim() === "*" && match === undefined) return null;
    throw invalid("`If-None-Match` takes only `*`, alone, and only where something can be created.");
  }
  const tag = match?.trim();
  if (tag === undefined || tag === "*") return undefined;
  const version = /^"([\w-]{1,64})"$/.exec(tag)?.[1];
  // A weak tag never matches (RFC 9110 §13.1.1).
  if (version === undefined) throw new ServiceError("PRECONDITION_FAILED");
  return version;
}

function invalid(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}
