/**
 * `GET /search/issues`, with the qualifiers that say where to search and which kind and state of issue.
 * Follows docs.github.com/en/rest/search/search#search-issues-and-pull-requests.
 */
import type { Refusal } from "@svc/simulator";
import { isOfGithubApp, maySee } from "./access.ts";
import { invalid, pageOf, sortedBy, type Operation } from "./call.ts";
import { issueShape } from "./issues.ts";
import type { Issue } from "./model.ts";

const refusal = (message: string): Refusal => invalid({ message, resource: "Search", field: "q", code: "invalid" });

/** Searches the issues that the caller can see. Throws `Refusal` 422 for an invalid query. */
export const searchIssues: Operation = (call) => {
  const { request, world, caller } = call;
  const parts = (request.query.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) throw invalid({ resource: "Search", field: "q", code: "missing" });
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}:`)).map((part) => part.slice(name.length + 1));
  const words = parts.filter((part) => !/^-?[a-z]+:/.test(part)).map((word) => word.replaceAll('"', ""));
  // "Queries longer than 256 characters (not including operators or qualifiers)" are refused.
  if (words.join(" ").length > 256) throw refusal("The search is longer than 256 characters.");
  const [places, kinds] = [valuesOf("repo"), [...valuesOf("is"), ...valuesOf("type")]];
  // GitHub Apps "can't retrieve a combination of issues and pull requests in a single query".
  if (isOfGithubApp(caller) && !kinds.some((kind) => kind === "issue" || isPull(kind))) {
    throw refusal("Query must include 'is:issue' or 'is:pull-request'");
  }
  const within = world.repositories
    .values()
    .filter((repository) => maySee(caller, repository, world))
    .filter((repository) => places.length === 0 || places.includes(world.fullNameOf(repository).toLowerCase()));
  if (within.length === 0) {
    throw refusal(
      "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
    );
  }
  const found = within
    .flatMap((repository) => [...repository.issues.values()].map((issue) => ({ issue, repository })))
    .filter(({ issue }) => kinds.every((kind) => isOf(kind, issue)))
    .filter(({ issue: { title, body, comments } }) => {
      const text = [title, body ?? "", ...comments.map((comment) => comment.body)].join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const sort = request.query.get("sort");
  const measure = ({ updatedAtMs, createdAtMs, comments }: Issue): number =>
    sort === "updated" ? updatedAtMs : sort === "comments" ? comments.length : createdAtMs;
  const direction = request.query.get("order") ?? "desc";
  const ordered = sortedBy(
    found,
    ({ issue }) => measure(issue),
    ({ issue }) => issue.id,
    direction,
  );
  const { items, headers } = pageOf(ordered, call, "/search/issues");
  const json = {
    total_count: found.length,
    incomplete_results: false,
    items: items.map(({ issue, repository }) => issueShape(issue, repository, call)),
  };
  return { json, headers };
};

function isPull(kind: string): boolean {
  return kind === "pr" || kind === "pull-request";
}

function isOf(kind: string, { pull, state }: Issue): boolean {
  if (kind === "issue") return pull === null;
  return isPull(kind) ? pull !== null : kind === state;
}
