/** Submissions that contain one of several credentials, each of which is a set of fields. */

/**
 * Explains why a submission doesn't contain exactly one credential with all of its fields; null if it does.
 * @param ways the fields of each credential. @param submitted the submission, valid or not.
 */
export function refusedWays(ways: readonly (readonly string[])[], submitted: unknown): string | null {
  const fields = Object(submitted) as Readonly<Record<string, unknown>>;
  const isThere = (name: string): boolean => fields[name] !== undefined;
  const [begun, another] = ways.filter((way) => way.some(isThere));
  if (begun === undefined) return "The credential is missing.";
  if (another !== undefined) return "These are two credentials, and a connection has one.";
  const missing = begun.find((name) => !isThere(name));
  return missing === undefined ? null : `The field ${missing} is missing: ${begun.join(" and ")} belong together.`;
}
