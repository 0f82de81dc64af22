/** A condition for text in a list of any length that is bound as one parameter, in SQL for both engines. */

/**
 * The condition. The parameter is a text in which each name stands between commas, so a replacement changes it only if
 * it contains the column's text.
 * @param column SQL. @param parameter the name of the parameter, whose value is from {@link listedIds}.
 */
export function isListed(column: string, parameter: string): string {
  return `replace(:${parameter}, ',' || ${column} || ',', '') <> :${parameter}`;
}

/** The parameter's value. @param names without commas; null for a list that no condition uses. */
export function listedIds(names: readonly string[] | null): string {
  return (names ?? []).map((name) => `,${name},`).join("");
}
