/** Slots for generated tables in pages that are otherwise written by hand. */

/**
 * Returns a page's text with a table in Markdown between `<!-- name -->` and `<!-- /name -->`.
 * @throws Error if the page has no such slot.
 */
export function withTable(text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no place between ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}
