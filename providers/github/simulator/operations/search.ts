/** `GET /search/issues`. Follows docs.github.com/en/rest/search/search#search-issues-and-pull-requests. */
import { maySee } from "../access.ts";
import type { Call, Result } from "../call.ts";
import type { Issue } from "../model.ts";
import { pageOf } from "../pages.ts";
import { Refusal } from "@svc/simulator";
import { issueShape } from "../shapes/issues.ts";
import type { Shape } from "../shapes/view.ts";
import { matches, parseQuery, placeNames, searchRefusal } from "./search-query.ts";
import type { Found, SearchQuery } from "./search-query.ts";

/** "The GitHub REST API provides up to 1,000 results for each search." */
const resultsMax = 1_000;

/** Searches the issues that the caller can see. Throws `Refusal` 422 for an invalid query. */
export function searchIssues(call: Call): Result {
  const { request, world, caller, view } = call;
  const query = parseQuery(request.query.get("q"));
  checkPlaces(query, call);
  if (caller?.grant.kind === "github_app") checkKind(query);
  const visible = [...world.repositories.values()].filter((repository) => maySee(caller, repository, world));
  const all = visible.flatMap((repository) => [...repository.issues.values()].map((issue) => ({ issue, repository })));
  const me = caller?.user.login ?? null;
  const found = sorted(
    all.filter((entry) => matches(query, entry, me, world)),
    request.query,
  );
  const perPage = Math.min(100, Number(request.query.get("per_page") ?? 30) || 30);
  if (((Number(request.query.get("page") ?? 1) || 1) - 1) * perPage >= resultsMax) {
    throw new Refusal(422, "Only the first 1000 search results are available");
  }
  const { items, headers } = pageOf(found, call, "/search/issues", Math.min(found.length, resultsMax));
  const json = {
    total_count: found.length,
    incomplete_results: world.switches.searchTimesOut,
    items: items.map(({ issue, repository }) => resultShape(issueShape(issue, repository, view))),
    search_type: "lexical",
  };
  return { json, headers };
}

/** The schema `issue-search-result-item`: an issue with a score, and without who closed it. */
function resultShape({ closed_by: _closedBy, ...issue }: Shape): Shape {
  return { ...issue, score: 1 };
}

/** If none of the named repositories or owners can be searched, the response is 422, whether they exist or not. */
function checkPlaces({ qualifiers }: SearchQuery, { world, caller }: Call): void {
  const places = qualifiers.filter(({ name, isNegated }) => placeNames.has(name) && !isNegated);
  const isThere = ({ name, value }: { readonly name: string; readonly value: string }): boolean => {
    if (name !== "repo") return world.findAccount(value) !== undefined;
    const repository = world.findRepository(value);
    return repository !== undefined && maySee(caller, repository, world);
  };
  if (places.length === 0 || places.some(isThere)) return;
  throw searchRefusal(
    "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
  );
}

/** GitHub Apps "can't retrieve a combination of issues and pull requests in a single query". */
function checkKind({ qualifiers }: SearchQuery): void {
  const kinds = new Set(["issue", "pr", "pull-request"]);
  const says = qualifiers.some(
    ({ name, value }) => (name === "is" || name === "type") && kinds.has(value.toLowerCase()),
  );
  if (!says) throw searchRefusal("Query must include 'is:issue' or 'is:pull-request'");
}

function sorted(found: readonly Found[], query: URLSearchParams): Found[] {
  const measures: Readonly<Record<string, (issue: Issue) => number>> = {
    created: ({ createdAtMs }) => createdAtMs,
    updated: ({ updatedAtMs }) => updatedAtMs,
    comments: ({ comments }) => comments.length,
  };
  const sort = query.get("sort") ?? "";
  const measure = (Object.hasOwn(measures, sort) ? measures[sort] : undefined) ?? (({ createdAtMs }) => createdAtMs);
  const ordered = [...found].sort(
    (one, other) => measure(one.issue) - measure(other.issue) || one.issue.id - other.issue.id,
  );
  return query.get("order") === "asc" ? ordered : ordered.reverse();
}
