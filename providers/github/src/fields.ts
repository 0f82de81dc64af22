/**
 * Fields shared by several inputs. GitHub documents few limits; the others are those that its website enforces
 * (README, "Input limits").
 */
import { content, oneOf } from "@svc/contract";
import { Type, type TSchema } from "typebox";

/** A login: letters, digits and hyphens; managed users have an underscore before the short code of their enterprise. */
const login = "[A-Za-z0-9][A-Za-z0-9_-]{0,38}";

/** A path segment that URLs keep: not empty, not `.` or `..`, without control characters. */
const unprintable = "\\x00-\\x1f\\x7f-\\x9f";
const segment = `(?:[^/.${unprintable}][^/${unprintable}]*|\\.[^/.${unprintable}][^/${unprintable}]*|\\.\\.[^/${unprintable}]+)`;

const printable = `^[^${unprintable}]+$`;

/** The account that owns the repository. */
export const owner = Type.String({
  description: "Login of the user or organization that owns the repository. Case-insensitive.",
  minLength: 1,
  maxLength: 39,
  pattern: `^${login}$`,
});

/** The repository's name. */
export const repo = Type.String({
  title: "Repository",
  description: "Name of the repository, without its owner and without .git. Case-insensitive.",
  minLength: 1,
  maxLength: 100,
  // Every name of letters, digits, `.`, `-` and `_` except `.` and `..`, which URLs drop.
  pattern: "^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*|\\.[A-Za-z0-9_-][A-Za-z0-9._-]*|\\.\\.[A-Za-z0-9._-]+)$",
});

/** The number of an issue or a pull request in its repository. */
export const number = Type.Integer({
  description: "Number of the issue or pull request in the repository, as in its URL (not its `id`).",
  minimum: 1,
  maximum: 2_147_483_647,
});

/** The path of a file or directory. */
export const path = Type.String({
  description: "Path from the root of the repository, without a leading or trailing slash. The root by default.",
  minLength: 1,
  maxLength: 4096,
  pattern: `^${segment}(?:/${segment})*$`,
});

/** A branch, tag or commit. */
export const ref = Type.String({
  description: "Name of a branch or tag, or a commit SHA. The default branch by default.",
  minLength: 1,
  maxLength: 255,
  pattern: printable,
});

/** Filters pull requests by their head branch. */
export const headFilter = Type.String({
  description: "Returns only pull requests from this head branch, such as octocat:new-topic.",
  minLength: 3,
  maxLength: 295,
  pattern: `^${login}:[^${unprintable}]+$`,
});

/** Filters pull requests by their base branch. */
export const baseFilter = Type.String({
  description: "Returns only pull requests into this base branch.",
  minLength: 1,
  maxLength: 255,
  pattern: printable,
});

/** The entity tag of an earlier response (RFC 9110 §8.8.3). */
export const etag = Type.String({
  description:
    "The `etag` from an earlier response. If the resource hasn't changed since, `notModified` is true and the read doesn't count against GitHub's rate limit.",
  minLength: 2,
  maxLength: 256,
  pattern: '^(?:W/)?"[\\x21\\x23-\\x7e]*"$',
});

/** The page of a list. */
export const page = Type.Integer({
  description: "Page of the list, from 1; `nextPage` of the previous page.",
  minimum: 1,
  maximum: 1_000_000,
});

/** The page of a list of issues: a number, or a cursor of GitHub's. */
export const issuesPage = Type.Union(
  [page, Type.String({ minLength: 1, maxLength: 500, pattern: "^[A-Za-z0-9_=:.~+/-]*[A-Za-z][A-Za-z0-9_=:.~+/-]*$" })],
  { description: "Page of the list: a number from 1, or `nextPage` of the previous page." },
);

export const perPage = Type.Integer({
  description: "Number of entries per page; 30 by default.",
  minimum: 1,
  maximum: 100,
});

/** The sort direction of a list. */
export const direction = oneOf(["asc", "desc"], "The sort direction.");

/** Filters issues and pull requests by state. */
export const stateFilter = oneOf(["open", "closed", "all"], "The state; open by default.");

/** Filters by the time of the last update. */
export const since = Type.String({
  description: "Returns only entries updated at or after this time, such as 2026-03-10T09:00:00Z.",
  maxLength: 30,
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d)$",
});

/** @returns a filter for a user; `wildcards` adds GitHub's words for any and none. */
export function userFilter(description: string, wildcards = false) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 45,
    pattern: wildcards ? `^(?:\\*|${login}(?:\\[bot\\])?)$` : `^${login}(?:\\[bot\\])?$`,
  });
}

export const milestoneFilter = Type.String({
  description: "Number of the milestone; `*` for any, `none` for issues without one.",
  maxLength: 10,
  pattern: "^(?:\\*|none|[1-9][0-9]{0,9})$",
});

/** A label's name. GitHub's list parameter would split it at a comma. */
export const labelFilter = Type.String({ minLength: 1, maxLength: 50, pattern: `^[^,${unprintable}]+$` });

/** The title of an issue. */
export const title = Type.String({ description: "Title of the issue.", minLength: 1, maxLength: 256 });

/** The text of an issue or a comment. People may write anything in it, so no record stores it. */
export const body = content(
  Type.String({
    title: "Text",
    description: "Text in GitHub's Markdown, at most 65,536 characters.",
    maxLength: 65_536,
  }),
);

/** The text of a comment, which can't be empty. */
export const commentBody = content(
  Type.String({
    title: "Text",
    description: "Text in GitHub's Markdown, at most 65,536 characters.",
    minLength: 1,
    maxLength: 65_536,
  }),
);

/** Labels by name. */
export const labels = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  description: "Names of labels. GitHub silently drops them if the user has no push or triage access.",
  maxItems: 100,
  uniqueItems: true,
});

/** Users by login. */
export const assignees = Type.Array(Type.String({ minLength: 1, maxLength: 45, pattern: `^${login}(?:\\[bot\\])?$` }), {
  description: "Logins of up to 10 assignees. GitHub silently drops them if the user has no push access.",
  maxItems: 10,
  uniqueItems: true,
});

/** A milestone to set. */
export const milestone = Type.Integer({
  description: "Number of the milestone. GitHub silently drops it if the user has no push access.",
  minimum: 1,
  maximum: 2_147_483_647,
});

/** The type of an issue, if its organization has types. */
export const issueType = Type.String({
  description:
    "Name of one of the organization's issue types. GitHub silently drops it if the user has no push access.",
  minLength: 1,
  maxLength: 100,
  pattern: printable,
});

/** The schema, or null. */
export function nullable<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}
