/** Whether a column's text is in a list of any length that comes as one parameter, in SQL that both engines understand. */

/**
 * The condition. The list is a text of names between commas, and one that occurs in it can be replaced there.
 * @param column SQL. @param parameter the name of the parameter that has {@link listedIds}.
 */
export function isListed(column: string, parameter: string): string {
  return `replace(:${parameter}, ',' || ${column} || ',', '') <> :${parameter}`;
}

/** The parameter. @param names without commas; null for a list that no condition uses. */
export function listedIds(names: readonly string[] | null): string {
  return (names ?? []).map((name) => `,${name},`).join("");
}
