/** Reads `Accept-Language` (RFC 9110 §12.5.4). */

const tagsMax = 20;

/**
 * The languages that a user prefers, best first. Ties keep their order; `*` and rejected ones (`q=0`) are left out.
 * @param values every value of the header. Malformed parts are skipped.
 */
export function acceptedLanguages(values: readonly string[]): string[] {
  return values
    .join(",")
    .slice(0, 1000)
    .split(",")
    .slice(0, tagsMax)
    .flatMap((part) => {
      const [, tag, weight = "1"] =
        /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(part) ?? [];
      return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
