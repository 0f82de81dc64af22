/** The user, their repositories, one repository, the rate limit. Follows docs.github.com/en/rest/repos/repos. */
import { explicitRole, maySee } from "../access.ts";
import { authenticated, repositoryOf } from "../call.ts";
import type { Call, Result } from "../call.ts";
import type { Repository } from "../model.ts";
import { callerKey } from "../limits.ts";
import { pageOf } from "../pages.ts";
import { invalid } from "../refusal.ts";
import { authenticatedUser } from "../shapes/accounts.ts";
import { fullRepository, repositoryShape } from "../shapes/repositories.ts";

/** `GET /user`. */
export function getUser(call: Call): Result {
  const caller = authenticated(call);
  return { json: authenticatedUser(caller, call.view), modifiedAtMs: caller.user.createdAtMs };
}

/** `GET /repos/{owner}/{repo}`. */
export function getRepository(call: Call): Result {
  const repository = repositoryOf(call);
  return { json: fullRepository(repository, call.view), modifiedAtMs: repository.updatedAtMs };
}

/** `GET /user/repos`: repositories to which the user "has explicit permission". */
export function listRepositories(call: Call): Result {
  const { user } = authenticated(call);
  const { world, request, caller } = call;
  const { query } = request;
  const visibility = oneOf(query, "visibility", ["all", "public", "private"]);
  const type = oneOf(query, "type", ["all", "owner", "public", "private", "member"]);
  if (query.has("type") && (query.has("visibility") || query.has("affiliation"))) {
    throw invalid({
      resource: "Repository",
      field: "type",
      code: "invalid",
      message: "If you specify visibility or affiliation, you cannot specify type.",
    });
  }
  const affiliations = (query.get("affiliation") ?? "owner,collaborator,organization_member").split(",");
  const isAffiliated = (repository: Repository): boolean => {
    const owner = world.owner(repository);
    if (owner.id === user.id) return affiliations.includes("owner") && type !== "member";
    if (type === "owner") return false;
    if (owner.members.has(user.id)) return affiliations.includes("organization_member");
    return affiliations.includes("collaborator");
  };
  const since = Date.parse(query.get("since") ?? "");
  const before = Date.parse(query.get("before") ?? "");
  const listed = [...world.repositories.values()].filter(
    (repository) =>
      explicitRole(user, repository, world) !== null &&
      maySee(caller, repository, world) &&
      isAffiliated(repository) &&
      ![visibility, type].includes(repository.private ? "public" : "private") &&
      !(repository.updatedAtMs <= since) &&
      !(repository.updatedAtMs >= before),
  );
  const { items, headers } = pageOf(sorted(listed, call), call, "/user/repos");
  return { json: items.map((repository) => repositoryShape(repository, call.view)), headers };
}

/** `GET /rate_limit`, which isn't counted. */
export function getRateLimit(call: Call): Result {
  const { world, request } = call;
  const key = callerKey(call.caller);
  const show = (resource: "core" | "search"): Record<string, number> => {
    const { limit, used, resetAtMs } = world.limits.window(key, resource, request.timeMs, world.switches);
    return { limit, used, remaining: limit - used, reset: resetAtMs / 1000 };
  };
  const core = show("core");
  return { json: { resources: { core, search: show("search"), graphql: core }, rate: core } };
}

function sorted(repositories: readonly Repository[], call: Call): Repository[] {
  const { query } = call.request;
  const sort = oneOf(query, "sort", ["full_name", "created", "updated", "pushed"]);
  const direction = query.get("direction") ?? (sort === "full_name" ? "asc" : "desc");
  const time = { created: "createdAtMs", updated: "updatedAtMs", pushed: "pushedAtMs" } as const;
  const order = (one: Repository, other: Repository): number =>
    sort === "full_name"
      ? call.world.fullNameOf(one).localeCompare(call.world.fullNameOf(other), "en")
      : one[time[sort]] - other[time[sort]];
  const ordered = [...repositories].sort(order);
  return direction === "desc" ? ordered.reverse() : ordered;
}

function oneOf<Word extends string>(query: URLSearchParams, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = query.get(name);
  if (value === null) return words[0];
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw invalid({ resource: "Repository", field: name, code: "invalid", value });
  return word;
}
