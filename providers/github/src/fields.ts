/**
 * The fields that inputs of several actions have. GitHub documents few bounds; where it documents none, the bound is the
 * one that its site enforces (README, "Bounds of inputs").
 */
import { oneOf, sensitive } from "@svc/contract";
import { Type, type TSchema } from "typebox";

/** A login: letters, digits and hyphens; managed users have an underscore before the short code of their enterprise. */
const login = "[A-Za-z0-9][A-Za-z0-9_-]{0,38}";

/** A segment of a path that URLs keep: not empty, not `.`, not `..`, without control characters. */
const unprintable = "\\x00-\\x1f\\x7f-\\x9f";
const segment = `(?:[^/.${unprintable}][^/${unprintable}]*|\\.[^/.${unprintable}][^/${unprintable}]*|\\.\\.[^/${unprintable}]+)`;

const printable = `^[^${unprintable}]+$`;

/** The account that owns the repository. */
export const owner = Type.String({
  description: "Login of the user or organization that owns the repository. Case does not matter.",
  minLength: 1,
  maxLength: 39,
  pattern: `^${login}$`,
});

/** The repository, by its name. */
export const repo = Type.String({
  description: "Name of the repository, without its owner and without .git. Case does not matter.",
  minLength: 1,
  maxLength: 100,
  // Every name of letters, digits, `.`, `-` and `_` but `.` and `..`, which vanish in URLs.
  pattern: "^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*|\\.[A-Za-z0-9_-][A-Za-z0-9._-]*|\\.\\.[A-Za-z0-9._-]+)$",
});

/** The number of an issue or a pull request, counted in its repository. */
export const number = Type.Integer({
  description: "Number within its repository, as in its URL (not the `id`).",
  minimum: 1,
  maximum: 2_147_483_647,
});

/** The path of a file or directory. */
export const path = Type.String({
  description: "Path from the root of the repository, without a slash at its start or end. The root when not given.",
  minLength: 1,
  maxLength: 4096,
  pattern: `^${segment}(?:/${segment})*$`,
});

/** A branch, tag or commit. */
export const ref = Type.String({
  description: "Name of a branch or tag, or a commit SHA. The default branch when not given.",
  minLength: 1,
  maxLength: 255,
  pattern: printable,
});

/** Pull requests by the branch that they come from. */
export const headFilter = Type.String({
  description: "Branch that they come from, with its owner, such as octocat:new-topic.",
  minLength: 3,
  maxLength: 295,
  pattern: `^${login}:[^${unprintable}]+$`,
});

/** Pull requests by the branch that they go to. */
export const baseFilter = Type.String({
  description: "Branch that they go to.",
  minLength: 1,
  maxLength: 255,
  pattern: printable,
});

/** The entity tag of an earlier answer (RFC 9110 §8.8.3). */
export const etag = Type.String({
  description:
    "The `etag` of an earlier answer. While nothing has changed since, the answer is `notModified` and does not count against GitHub's rate limit.",
  minLength: 2,
  maxLength: 256,
  pattern: '^(?:W/)?"[\\x21\\x23-\\x7e]*"$',
});

/** Which page of a list. */
export const page = Type.Integer({
  description: "Page of the list, from 1; `nextPage` of the page before.",
  minimum: 1,
  maximum: 1_000_000,
});

/** How many entries a page has. */
export const perPage = Type.Integer({
  description: "Entries a page; 30 when not given.",
  minimum: 1,
  maximum: 100,
});

/** Which way a list is sorted. */
export const direction = oneOf(["asc", "desc"], "Which way to sort.");

/** Issues and pull requests by their state. */
export const stateFilter = oneOf(["open", "closed", "all"], "Which state; open when not given.");

/** Only what was updated since. */
export const since = Type.String({
  description: "Only what was updated at or after this time, such as 2026-03-10T09:00:00Z.",
  maxLength: 30,
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)$",
});

/** @returns a user to filter by; `wildcards` adds GitHub's own words for any and for none. */
export function userFilter(description: string, wildcards = false) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 45,
    pattern: wildcards ? `^(?:\\*|${login}(?:\\[bot\\])?)$` : `^${login}(?:\\[bot\\])?$`,
  });
}

/** A milestone to filter by. */
export const milestoneFilter = Type.String({
  description: "Number of the milestone; `*` for any, `none` for issues without one.",
  maxLength: 10,
  pattern: "^(?:\\*|none|[1-9][0-9]{0,9})$",
});

/** A label, by its name. A comma would divide it in two where GitHub takes a list. */
export const labelFilter = Type.String({ minLength: 1, maxLength: 50, pattern: `^[^,${unprintable}]+$` });

/** The title of an issue. */
export const title = Type.String({ description: "Title of the issue.", minLength: 1, maxLength: 256 });

/** What an issue or a comment says. It is written by people about anything, so no record keeps it. */
export const body = sensitive(
  Type.String({ description: "Text in GitHub's Markdown, at most 65,536 characters.", maxLength: 65_536 }),
);

/** What a comment says; an empty one is none. */
export const commentBody = sensitive(
  Type.String({
    description: "Text in GitHub's Markdown, at most 65,536 characters.",
    minLength: 1,
    maxLength: 65_536,
  }),
);

/** Labels by their names. */
export const labels = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  description: "Names of labels. Dropped by GitHub, without an error, where the user may not push or triage.",
  maxItems: 100,
  uniqueItems: true,
});

/** Users by their logins. */
export const assignees = Type.Array(Type.String({ minLength: 1, maxLength: 45, pattern: `^${login}(?:\\[bot\\])?$` }), {
  description: "Logins of assignees, 10 at most. Dropped by GitHub, without an error, where the user may not push.",
  maxItems: 10,
  uniqueItems: true,
});

/** A milestone to set. */
export const milestone = Type.Integer({
  description: "Number of the milestone. Dropped by GitHub, without an error, where the user may not push.",
  minimum: 1,
  maximum: 2_147_483_647,
});

/** The type of an issue, where its organization has types. */
export const issueType = Type.String({
  description: "Name of an issue type of the organization. Dropped, without an error, where the user may not push.",
  minLength: 1,
  maxLength: 100,
  pattern: printable,
});

/** The same, or null. */
export function nullable<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}
