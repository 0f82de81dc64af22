/** Finds actions by words that a person or an agent would use. All data is in memory and never changes. */
import type { Action as ActionView, ActionMatch } from "@svc/contract";

/** The search entry of one action. */
export type SearchEntry = {
  match: ActionMatch;
  /** The lower-case words of each field, and the weight of a match in it. */
  fields: readonly { words: readonly string[]; weight: number }[];
};

/** Words that are ignored in a query. */
const fillers: ReadonlySet<string> = new Set(
  "a an and at by do for from how i in into is it me my of on one or please the this to via want with".split(" "),
);

/** Common words for things that providers name differently, each with its equivalents. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    add: ["create", "set"],
    change: ["update", "set"],
    edit: ["update", "set"],
    fetch: ["get", "read"],
    find: ["search", "list"],
    give: ["get"],
    make: ["create"],
    new: ["create"],
    pr: ["pull"],
    read: ["get"],
    remove: ["delete"],
    repo: ["repository", "repositories"],
    save: ["set", "create"],
    show: ["get", "list"],
    store: ["set"],
    ticket: ["issue"],
    value: ["secret"],
    write: ["set", "create", "update"],
  }),
);

/** Prepares an action for searches. @param providerName the provider's display name. */
export function searchEntry(view: ActionView, providerName: string): SearchEntry {
  const { inputSchema, outputSchema: _output, ...match } = view;
  const inputFields = Object.keys(inputSchema["properties"] ?? {});
  const fields = [
    { words: splitWords(view.id), weight: 8 },
    { words: splitWords(view.title), weight: 6 },
    { words: splitWords(`${view.provider} ${providerName}`), weight: 5 },
    { words: splitWords(view.description), weight: 2 },
    { words: inputFields.flatMap(splitWords), weight: 1 },
  ];
  return { match, fields };
}

/**
 * Returns the matching entries, best first; equal matches keep their order.
 * @param query words in any order; a word also matches as a prefix. At least half of several words must match.
 */
export function searchActions(entries: readonly SearchEntry[], query: string, limit: number): ActionMatch[] {
  const queryWords = splitWords(query);
  const id = query.trim().toLowerCase();
  const significant = queryWords.filter((word) => !fillers.has(word));
  const words = significant.length > 0 ? significant : queryWords;
  return entries
    .map((entry, index) => ({ entry, index, isNamed: entry.match.id === id, ...scoreEntry(entry, words) }))
    .filter(({ hits }) => hits > 0 && hits * 2 >= words.length)
    .sort(
      (left, right) =>
        Number(right.isNamed) - Number(left.isNamed) ||
        right.hits - left.hits ||
        right.score - left.score ||
        left.index - right.index,
    )
    .slice(0, limit)
    .map(({ entry }) => entry.match);
}

function scoreEntry({ fields }: SearchEntry, words: readonly string[]): { hits: number; score: number } {
  let [hits, score] = [0, 0];
  for (const word of words) {
    const best = Math.max(...fields.map(({ words: known, weight }) => weight * scoreWord(known, word)));
    if (best > 0) hits += 1;
    score += best;
  }
  return { hits, score };
}

/**
 * Returns how well a word matches the words of a field: 1 for an exact match, less for a plural, prefix or synonym.
 */
function scoreWord(known: readonly string[], word: string): number {
  if (known.includes(word)) return 1;
  if (known.some((each) => singular(each) === singular(word))) return 0.9;
  const others = synonyms.get(singular(word)) ?? [];
  if (known.some((each) => others.includes(singular(each)) || others.includes(each))) return 0.7;
  return word.length >= 3 && known.some((each) => each.startsWith(word)) ? 0.5 : 0;
}

function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !word.endsWith("ss") && word.length > 3 ? word.slice(0, -1) : word;
}

function splitWords(text: string): string[] {
  return (
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
