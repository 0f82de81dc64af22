/**
 * The ids of actions, from the names and paths of their operations: `emails/cancel` and `cancelEmail` are
 * `emails.cancel`. They are made for the whole description, so that none depends on which operations were chosen.
 */
import { capitalized, constantOf, isActionId, wordsOf } from "./code-names.ts";
import type { Described } from "./described.ts";
import { isVerb } from "./verbs.ts";

/** The id for each operation, by its key; none for an operation that none can be made for. */
export function actionIdsOf(all: readonly Described[]): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const templates = all.map(({ template }) => template);
  const depth = ({ template }: Described): number => template.split("/").length;
  // The plain name belongs to the resource at the top: `tags.list` lists all tags, not those of a book.
  for (const described of all.toSorted((one, other) => depth(one) - depth(other))) {
    const { template } = described;
    const isParent = templates.some(
      (other) => other.startsWith(template) && itemEnd.test(other.slice(template.length)),
    );
    const id = candidates(described, isParent).find(
      (candidate) => isActionId(candidate) && !taken.has(constantOf(candidate)),
    );
    if (id === undefined) continue;
    ids.set(described.key, id);
    taken.add(constantOf(id));
  }
  return ids;
}

/** What the path of an item has after that of its collection. */
const itemEnd = /^\/\{[^/]*\}$/;

/** The possible ids, the best one first. @param isParent whether its path is that of a collection. */
function candidates(described: Described, isParent: boolean): string[] {
  const plain = fromPath(described, isParent, false);
  const long = fromPath(described, isParent, true);
  const own = ownName(described);
  const verb = wordsOf(plain.split(".").at(-1) ?? "");
  const isVerbIn = verb[0] !== undefined && verb[0] === described.method.toLowerCase();
  const exact = `${long.split(".")[0] ?? ""}.${joined([...(isVerbIn ? [] : [described.method.toLowerCase()]), ...verb])}`;
  const last = [plain, long, exact, ...[2, 3, 4, 5].map((count) => `${exact}${String(count)}`)];
  if (own === null) return last;
  const whole = fromWords(described, wordsOf(own));
  return [fromParts(own), fromWords(described, withoutSelector(described, wordsOf(own))), whole, ...last].filter(
    (id) => id !== null,
  );
}

/** The operation's id without what a framework adds; null if it only repeats the method and the path. */
function ownName({ operationId, method, template }: Described): string | null {
  if (operationId === null) return null;
  // FastAPI appends the path and the method; Springfox `Using` and the method.
  const added = `${template.replaceAll(/\W/g, "_")}_${method.toLowerCase()}`;
  const name = (operationId.endsWith(added) ? operationId.slice(0, -added.length) : operationId).replace(
    /Using(?:GET|POST|PUT|PATCH|DELETE)(?:_\d+)?$/,
    "",
  );
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const verb = method.toLowerCase();
  const paths = [template, template.replaceAll(/\{[^{}]*\}/g, ""), template.replace(/^\/(?:api\/)?v\d+\//, "/")].map(
    plain,
  );
  const repeats = paths.some((path) => [`${verb}${path}`, `${path}${verb}`].includes(plain(name)));
  return name === "" || repeats ? null : name;
}

/** The id of a name that has its parts already, such as `api-keys/list`, `pets.list` or `PetsController_findAll`. */
function fromParts(name: string): string | null {
  const hasCase = /[a-z][A-Z]|^[A-Z]/.test(name);
  const parts = name.split(hasCase ? /[/.:]+|_+/ : /[/.:]+/).filter((part) => part !== "");
  if (parts.length < 2) return null;
  return parts.map((part) => joined(wordsOf(part.replace(/Controller$/, "")))).join(".");
}

/** Words without `by id` and its like at the end, if the path has that parameter. */
function withoutSelector({ template }: Described, words: readonly string[]): string[] {
  const at = words.lastIndexOf("by");
  const named = new Set([...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = ""]) => wordsOf(name)));
  const isKnown = (word: string): boolean =>
    named.has(word) || ["id", "ids", "uuid", "and", "name", "key"].includes(word);
  const path = wordsOf(template).map(stem);
  const selector = words.slice(at + 1);
  const isSelector = at > 0 && named.size > 0 && selector.every((word) => isKnown(word) || path.includes(stem(word)));
  return isSelector ? words.slice(0, at) : [...words];
}

/** The id of a name of words: the longest part of it that is a resource in the path, and the rest. */
function fromWords({ template }: Described, words: readonly string[]): string | null {
  const [first = "", ...others] = words;
  const isVerbFirst = isVerb(first) && others.length > 0;
  const nouns = isVerbFirst ? others : words;
  const resources = segmentsOf(template).map(wordsOf);
  for (let length = nouns.length; length > 0; length -= 1) {
    const start = nouns.slice(0, length);
    const resource = resources.find((segment) => isSame(segment, start));
    const rest = [...(isVerbFirst ? [first] : []), ...nouns.slice(length)];
    if (resource !== undefined && rest.length > 0) return `${joined(resource)}.${joined(rest)}`;
  }
  if (isVerbFirst) return `${joined(nouns)}.${first}`;
  const last = words.at(-1) ?? "";
  if (words.length > 1) return `${joined(words.slice(0, -1))}.${last}`;
  const around = resources.findLast((segment) => !isSame(segment, words));
  return around === undefined ? null : `${joined(around)}.${joined(words)}`;
}

/** The id from path and method: what the path names, and what is done to it. @param isLong with what is above it. */
function fromPath({ method, template }: Described, isParent: boolean, isLong: boolean): string {
  const segments = template.split("/").filter((segment) => segment !== "");
  const [path = "", custom] = (segments.at(-1) ?? "").split(/(?<=\}):/);
  const isItem = path.includes("{");
  const named = segmentsOf(template.replace(/(?<=\}):[^/]*$/, ""));
  const last = wordsOf(named.at(-1) ?? "root");
  const above = named.slice(0, -1).flatMap(wordsOf);
  // `/emails/{id}/cancel` is something that is done to an email.
  const isDone = method !== "GET" && !isItem && named.length > 1 && isVerb(last[0] ?? "");
  if (isDone) return `${joined(isLong ? above : wordsOf(named.at(-2) ?? ""))}.${joined(last)}`;
  const verbs = { POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete" };
  const isList = !isItem && (isParent || (last.at(-1) ?? "").endsWith("s"));
  const verb = method === "GET" ? (isList ? "list" : "get") : isItem && method === "POST" ? "post" : verbs[method];
  const resource = joined(isLong ? [...above, ...last] : last);
  return `${resource}.${custom === undefined ? verb : joined(wordsOf(custom))}`;
}

/** The fixed segments of a path that name something, without versions. */
function segmentsOf(template: string): string[] {
  return template
    .split("/")
    .filter((segment) => /^[^{}]*[a-z][^{}]*$/i.test(segment) && !/^(?:v\d+\w*|api|rest)$/i.test(segment));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.map(stem).join(" ") === others.map(stem).join(" ");
}

/** The beginning of a word that its stem and its plural share. */
function stem(word: string): string {
  return word.replace(/ies$/, "y").replace(/[es]+$/, "");
}

function joined([first = "", ...rest]: readonly string[]): string {
  return first + rest.map(capitalized).join("");
}
