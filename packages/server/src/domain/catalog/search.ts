/** Finds actions by words that a person or an agent would use. All data is in memory and never changes. */
import type { Action as ActionView, ActionMatch } from "@svc/contract";

/** The search entry of one action. Everything that its words contribute to a search is computed once. */
export type SearchEntry = {
  match: ActionMatch;
  /** The highest weight of a field that contains the word, a word with this singular, or one with this prefix. */
  weights: {
    words: ReadonlyMap<string, number>;
    singulars: ReadonlyMap<string, number>;
    prefixes: ReadonlyMap<string, number>;
  };
};

/** The most distinct words of a query that count. It takes fewer to describe an action. */
const wordsMax = 10;

/** The shortest part of a word that matches as its beginning. */
const prefixMin = 3;

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
  const weights = {
    words: new Map<string, number>(),
    singulars: new Map<string, number>(),
    prefixes: new Map<string, number>(),
  };
  // The heaviest fields come first, so a form that is known has its highest weight.
  const add = (forms: Map<string, number>, form: string, weight: number): void => {
    if (!forms.has(form)) forms.set(form, weight);
  };
  for (const { words, weight } of fields) {
    for (const word of words) {
      if (weights.words.has(word)) continue;
      weights.words.set(word, weight);
      add(weights.singulars, singular(word), weight);
      for (let length = prefixMin; length <= word.length; length += 1) {
        add(weights.prefixes, word.slice(0, length), weight);
      }
    }
  }
  return { match, weights };
}

/**
 * Returns the matching entries, best first; equal matches keep their order.
 * @param query words in any order, of which the first ten count; a word also matches as a prefix. At least half of
 * several words must match.
 */
export function searchActions(entries: readonly SearchEntry[], query: string, limit: number): ActionMatch[] {
  const queryWords = splitWords(query);
  const id = query.trim().toLowerCase();
  const significant = queryWords.filter((word) => !fillers.has(word));
  const distinct = new Set(significant.length > 0 ? significant : queryWords);
  const words = [...distinct].slice(0, wordsMax).map(toQueryWord);
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

/** A word of a query, with the forms that match too. */
type QueryWord = { word: string; singular: string; synonyms: readonly string[] };

function toQueryWord(word: string): QueryWord {
  const one = singular(word);
  return { word, singular: one, synonyms: synonyms.get(one) ?? [] };
}

function scoreEntry({ weights }: SearchEntry, words: readonly QueryWord[]): { hits: number; score: number } {
  let [hits, score] = [0, 0];
  for (const word of words) {
    const best = scoreWord(weights, word);
    if (best > 0) hits += 1;
    score += best;
  }
  return { hits, score };
}

/**
 * Returns how well a word matches: the weight of its field for an exact match, less for a plural, prefix or synonym.
 */
function scoreWord({ words, singulars, prefixes }: SearchEntry["weights"], query: QueryWord): number {
  let synonym = 0;
  for (const other of query.synonyms) synonym = Math.max(synonym, words.get(other) ?? 0, singulars.get(other) ?? 0);
  return Math.max(
    words.get(query.word) ?? 0,
    (singulars.get(query.singular) ?? 0) * 0.9,
    synonym * 0.7,
    (prefixes.get(query.word) ?? 0) * 0.5,
  );
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
