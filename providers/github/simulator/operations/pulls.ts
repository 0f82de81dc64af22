/** Pull requests: list and get. Follows docs.github.com/en/rest/pulls/pulls. */
import { numberParam, repositoryOf } from "../call.ts";
import type { Call, Result } from "../call.ts";
import type { Issue, PullPart } from "../model.ts";
import { pageOf } from "../pages.ts";
import { invalid, notFound } from "../refusal.ts";
import { diffOf, fullPull, simplePull } from "../shapes/pulls.ts";

interface Pull {
  readonly issue: Issue;
  readonly pull: PullPart;
}

/** `GET /repos/{owner}/{repo}/pulls`. */
export function listPulls(call: Call): Result {
  const repository = repositoryOf(call);
  const { query } = call.request;
  const state = query.get("state") ?? "open";
  if (!["open", "closed", "all"].includes(state)) {
    throw invalid({ resource: "PullRequest", field: "state", code: "invalid", value: state });
  }
  const base = query.get("base");
  const head = query.get("head");
  const headOf = ({ pull }: Pull): string => `${call.world.accounts.get(pull.headOwnerId)?.login}:${pull.headRef}`;
  const pulls = [...repository.issues.values()].flatMap((issue) =>
    issue.pull === null ? [] : [{ issue, pull: issue.pull }],
  );
  const found = pulls.filter(
    (entry) =>
      (state === "all" || entry.issue.state === state) &&
      (base === null || entry.pull.baseRef === base) &&
      // A head without an owner is invalid and ignored, as in the live API.
      (head === null || !head.includes(":") || headOf(entry).toLowerCase() === head.toLowerCase()),
  );
  const { items, headers } = pageOf(sorted(found, query), call, `/repositories/${repository.id}/pulls`);
  return { json: items.map(({ issue, pull }) => simplePull(issue, pull, repository, call.view)), headers };
}

/** `GET /repos/{owner}/{repo}/pulls/{pull_number}`, as JSON or as a diff. */
export function getPull(call: Call): Result {
  const repository = repositoryOf(call);
  const issue = repository.issues.get(numberParam(call, "number"));
  if (issue === undefined || issue.pull === null) throw notFound();
  if (call.view.format === "diff" || call.view.format === "patch") {
    const type = `application/vnd.github.${call.view.format}; charset=utf-8`;
    return { bytes: Buffer.from(diffOf(issue, issue.pull)), headers: { "content-type": type } };
  }
  return { json: fullPull(issue, issue.pull, repository, call.view), modifiedAtMs: issue.updatedAtMs };
}

function sorted(pulls: readonly Pull[], query: URLSearchParams): Pull[] {
  const sort = query.get("sort") ?? "created";
  const direction = query.get("direction") ?? (sort === "created" ? "desc" : "asc");
  const measure = ({ issue }: Pull): number =>
    sort === "updated" ? issue.updatedAtMs : sort === "popularity" ? issue.comments.length : issue.createdAtMs;
  const ordered = [...pulls].sort(
    (one, other) => measure(one) - measure(other) || one.issue.number - other.issue.number,
  );
  return direction === "asc" ? ordered : ordered.reverse();
}
