/** Action patterns, which define what a service client's policy and a deployment's configuration allow. Pure. */
import { closestName } from "@svc/contract/terminal";

/** A provider and its actions, as patterns name them. */
export type KnownActions = { slug: string; actions: readonly { id: string }[] };

const patternForm = /^[a-z0-9][a-z0-9_-]*\/(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\.\*)?)$/;

/** The maximum length of a pattern. */
const patternLengthMax = 200;

/**
 * Describes what is wrong with a pattern.
 * @param pattern `*` + `/*`, `slug/*`, `slug/prefix.*` or `slug/action.id`.
 * @returns a sentence for the operator, or null if the pattern is valid.
 */
export function describePatternProblem(pattern: string): string | null {
  if (pattern === "*/*") return null;
  if (pattern.length <= patternLengthMax && patternForm.test(pattern)) return null;
  const hint = pattern === "*" ? " All actions of all providers are */*." : "";
  return `An action pattern is */*, provider/*, provider/prefix.* or provider/action.id.${hint}`;
}

/**
 * Whether any pattern allows an action. An empty list allows nothing.
 * @param patterns well-formed patterns; any other never matches.
 */
export function allows(patterns: readonly string[], slug: string, actionId: string): boolean {
  return patterns.some((pattern) => matches(pattern, slug, actionId));
}

function matches(pattern: string, slug: string, actionId: string): boolean {
  if (pattern === "*/*") return true;
  if (!patternForm.test(pattern)) return false;
  const slash = pattern.indexOf("/");
  if (pattern.slice(0, slash) !== slug) return false;
  const rest = pattern.slice(slash + 1);
  if (rest === "*") return true;
  // `prefix.*` keeps its dot: `secret.*` is not a prefix of `secrets.get`.
  return rest.endsWith(".*") ? actionId.startsWith(rest.slice(0, -1)) : actionId === rest;
}

/**
 * Returns the patterns that match no loaded action.
 * @param known the actions of every provider.
 */
export function patternsWithoutAction(patterns: readonly string[], known: readonly KnownActions[]): string[] {
  return patterns.filter(
    (pattern) => !known.some(({ slug, actions }) => actions.some(({ id }) => matches(pattern, slug, id))),
  );
}

/** Says that a pattern matches no loaded action, and which pattern was probably meant. */
export function describeUnmatched(pattern: string, known: readonly KnownActions[]): string {
  const [slug] = pattern.split("/", 1);
  if (known.some((provider) => provider.slug === slug && provider.actions.length === 0)) {
    return `Nothing of ${slug} is enabled: its review has no tool that is \`reviewed\`.`;
  }
  const meant = closestName(pattern, known.flatMap(patternsFor));
  return `No action of this version matches it.${meant === null ? "" : ` Did you mean ${meant}?`}`;
}

/** Returns the patterns that match no action, each with a sentence that says so. Malformed ones have faults of their own. */
export function findUnmatched<Given extends { pattern: string }>(
  given: readonly Given[],
  known: readonly KnownActions[],
): (Given & { message: string })[] {
  return given
    .filter(({ pattern }) => describePatternProblem(pattern) === null)
    .filter(({ pattern }) => patternsWithoutAction([pattern], known).length > 0)
    .map((each) => ({ ...each, message: describeUnmatched(each.pattern, known) }));
}

/** Every pattern that matches an action of a provider. */
function patternsFor({ slug, actions }: KnownActions): string[] {
  const ids = actions.map(({ id }) => id);
  const prefixes = ids.flatMap((id) => [...id.matchAll(/\./g)].map(({ index }) => `${id.slice(0, index)}.*`));
  return ["*", ...ids, ...new Set(prefixes)].map((rest) => `${slug}/${rest}`);
}
