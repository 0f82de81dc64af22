/**
 * The language of `q`.
 * Follows docs.github.com/en/search-github/searching-on-github/searching-issues-and-pull-requests.
 */
import type { Issue, Repository } from "../model.ts";
import { invalid } from "../refusal.ts";
import type { GithubWorld } from "../world.ts";

/** An issue with its repository. */
export interface Found {
  readonly issue: Issue;
  readonly repository: Repository;
}

/** A parsed query. */
export interface SearchQuery {
  readonly words: readonly string[];
  readonly qualifiers: readonly Qualifier[];
}

interface Qualifier {
  readonly name: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/** "You can't use queries that are longer than 256 characters." */
const charactersMax = 256;

/** Parses a query. Throws `Refusal` 422 if it is missing or too long. */
export function parseQuery(q: string | null): SearchQuery {
  if (q === null || q.trim() === "") throw invalid({ resource: "Search", field: "q", code: "missing" });
  const words: string[] = [];
  const qualifiers: Qualifier[] = [];
  for (const [part] of q.matchAll(/-?[a-z-]+:"[^"]*"|"[^"]*"|\S+/gi)) {
    const [, minus, name = "", value = ""] = /^(-?)([a-z-]+):(.*)$/i.exec(part) ?? [];
    if (name === "") words.push(unquoted(part).toLowerCase());
    else qualifiers.push({ name: name.toLowerCase(), value: unquoted(value), isNegated: minus === "-" });
  }
  if (words.join(" ").length > charactersMax) {
    throw searchRefusal(`The search is longer than ${charactersMax} characters.`);
  }
  return { words, qualifiers };
}

/** A 422 about `q`. */
export function searchRefusal(message: string) {
  return invalid({ message, resource: "Search", field: "q", code: "invalid" });
}

/** Whether an issue matches the query. `me` is the caller's login. */
export function matches(
  { words, qualifiers }: SearchQuery,
  found: Found,
  me: string | null,
  world: GithubWorld,
): boolean {
  const isAnyOf = (name: string): boolean => {
    const places = qualifiers.filter((qualifier) => qualifier.name === name && !qualifier.isNegated);
    return places.length === 0 || places.some((place) => isWithin(place, found, world));
  };
  // Several repositories, users or organizations are alternatives; everything else must match together.
  if (!isAnyOf("repo") || !(isAnyOf("user") && isAnyOf("org"))) return false;
  const text = textOf(qualifiers, found);
  if (!words.every((word) => text.includes(word))) return false;
  return qualifiers.every((qualifier) => {
    if (placeNames.has(qualifier.name) && !qualifier.isNegated) return true;
    return holds(qualifier, found, me, world) !== qualifier.isNegated;
  });
}

/** Qualifiers that select a repository or an owner. */
export const placeNames: ReadonlySet<string> = new Set(["repo", "user", "org"]);

function holds(qualifier: Qualifier, found: Found, me: string | null, world: GithubWorld): boolean {
  const { issue, repository } = found;
  const { name, value } = qualifier;
  const login = value.toLowerCase() === "@me" && me !== null ? me : value;
  const isLogin = (id: number | null): boolean => isAccount(id, login, world);
  switch (name) {
    case "repo":
    case "user":
    case "org":
      return isWithin(qualifier, found, world);
    case "is":
    case "type":
    case "state":
      return is(value.toLowerCase(), issue, repository);
    case "author":
      return isLogin(issue.authorId);
    case "assignee":
      return issue.assigneeIds.some(isLogin);
    case "commenter":
      return issue.comments.some(({ authorId }) => isLogin(authorId));
    case "mentions":
      return (issue.body ?? "").toLowerCase().includes(`@${login.toLowerCase()}`);
    case "involves":
      return isLogin(issue.authorId) || issue.assigneeIds.some(isLogin);
    case "label":
      return issue.labels.some((label) => label.toLowerCase() === value.toLowerCase());
    case "milestone":
      return repository.milestones.some(
        ({ number, title }) => number === issue.milestoneNumber && title.toLowerCase() === value.toLowerCase(),
      );
    case "no":
      return isWithout(value.toLowerCase(), issue);
    case "language":
      return (repository.language ?? "").toLowerCase() === value.toLowerCase();
    case "archived":
      return String(repository.archived) === value;
    case "comments":
      return compare(issue.comments.length, value, Number);
    case "created":
      return compare(issue.createdAtMs, value, Date.parse);
    case "updated":
      return compare(issue.updatedAtMs, value, Date.parse);
    case "closed":
      return issue.closedAtMs !== null && compare(issue.closedAtMs, value, Date.parse);
    default:
      // `in:` and `sort:` say how to search; unknown qualifiers are ignored.
      return !qualifier.isNegated;
  }
}

function is(value: string, { state, pull, locked }: Issue, repository: Repository): boolean {
  const facts: Readonly<Record<string, boolean>> = {
    issue: pull === null,
    pr: pull !== null,
    "pull-request": pull !== null,
    open: state === "open",
    closed: state === "closed",
    merged: pull !== null && pull.mergedAtMs !== null,
    unmerged: pull !== null && pull.mergedAtMs === null,
    draft: pull?.draft === true,
    locked,
    unlocked: !locked,
    public: !repository.private,
    private: repository.private,
  };
  return (Object.hasOwn(facts, value) ? facts[value] : undefined) ?? false;
}

function isWithout(value: string, issue: Issue): boolean {
  if (value === "label") return issue.labels.length === 0;
  if (value === "assignee") return issue.assigneeIds.length === 0;
  return value === "milestone" && issue.milestoneNumber === null;
}

function isWithin({ name, value }: Qualifier, { repository }: Found, world: GithubWorld): boolean {
  const place = name === "repo" ? world.fullNameOf(repository) : world.owner(repository).login;
  return place.toLowerCase() === value.toLowerCase();
}

function isAccount(id: number | null, login: string, world: GithubWorld): boolean {
  return id !== null && world.accounts.get(id)?.login.toLowerCase() === login.toLowerCase();
}

function textOf(qualifiers: readonly Qualifier[], { issue }: Found): string {
  const places = qualifiers.filter(({ name }) => name === "in").flatMap(({ value }) => value.split(","));
  const looksIn = (place: string): boolean => places.length === 0 || places.includes(place);
  return [
    ...(looksIn("title") ? [issue.title] : []),
    ...(looksIn("body") ? [issue.body ?? ""] : []),
    ...(looksIn("comments") ? issue.comments.map(({ body }) => body) : []),
  ]
    .join("\n")
    .toLowerCase();
}

function compare(actual: number, value: string, read: (text: string) => number): boolean {
  const [from, to] = value.split("..");
  if (from !== undefined && to !== undefined) {
    return (from === "*" || actual >= read(from)) && (to === "*" || actual <= read(to));
  }
  const [, operator = "", text = ""] = /^(>=|<=|>|<)?(.*)$/.exec(value) ?? [];
  const wanted = read(text);
  if (operator === ">=") return actual >= wanted;
  if (operator === "<=") return actual <= wanted;
  if (operator === ">") return actual > wanted;
  if (operator === "<") return actual < wanted;
  // A day includes all of its times.
  return text.includes("-") ? actual >= wanted && actual < wanted + 86_400_000 : actual === wanted;
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, "");
}
