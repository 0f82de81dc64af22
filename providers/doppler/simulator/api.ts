/** The routes of the simulated provider, one function each, after authentication and rate limits. */
import type { SimAnswer, SimApi, SimEffect, SimRequest } from "@svc/simulator";
import { checkMayWrite, findCaller, findConfig, findProject, maySee, visibleProjects } from "./access.ts";
import type { Caller } from "./access.ts";
import { absentValueBody, configBody, meBody, projectBody, secretMapBody, success, valueBody } from "./answers.ts";
import { applyChanges, effect, parseChanges, removeSecret } from "./changes.ts";
import { effectiveSecrets, managedNames } from "./model.ts";
import type { Config } from "./model.ts";
import type { Bucket } from "./rate-limits.ts";
import { checkSecretName, Refusal } from "./refusal.ts";
import { slugOf } from "./tokens.ts";
import type { DopplerWorld } from "./world.ts";

interface Call {
  readonly request: SimRequest;
  readonly caller: Caller;
  readonly world: DopplerWorld;
}

interface Route {
  readonly bucket: Bucket;
  readonly answer: (call: Call) => SimAnswer;
}

const routes: Readonly<Record<string, Route>> = {
  "GET /v3/me": { bucket: "reads", answer: me },
  "GET /v3/projects": { bucket: "reads", answer: listProjects },
  "GET /v3/environments": { bucket: "reads", answer: listEnvironments },
  "GET /v3/configs": { bucket: "reads", answer: listConfigs },
  "GET /v3/configs/config/secrets/names": { bucket: "reads", answer: listNames },
  "GET /v3/configs/config/secret": { bucket: "secretReads", answer: getSecret },
  "POST /v3/configs/config/secrets": { bucket: "writes", answer: postSecrets },
  "DELETE /v3/configs/config/secret": { bucket: "writes", answer: deleteSecret },
};

/** The simulated API. Every answer has a request id and the rate limit headers. */
export const dopplerApi: SimApi<DopplerWorld> = (request, world) => {
  const route = routes[`${request.method} ${request.path}`];
  const caller = findCaller(request, world);
  const counted = world.rateLimits.count(
    caller?.token.name ?? "without a valid token",
    route?.bucket ?? "reads",
    request.timeMs,
    world.switches,
  );
  const headers = { "x-request-id": slugOf(`request ${request.sequence}`), ...counted.headers };
  if (counted.retryAfterSeconds !== null) {
    const wait = world.switches.omitRetryAfter ? {} : { "retry-after": String(counted.retryAfterSeconds) };
    return { ...refused(429, "Too many requests"), headers: { ...headers, ...wait } };
  }
  const answer = answerRoute(request, caller, route, world);
  return { ...answer, headers: { ...headers, ...answer.headers } };
};

function answerRoute(
  request: SimRequest,
  caller: Caller | undefined,
  route: Route | undefined,
  world: DopplerWorld,
): SimAnswer {
  if (caller === undefined) return refused(world.switches.authFailureStatus, "Invalid Auth token");
  if (route === undefined) return refused(404, "Not Found");
  const isProvisioning = caller.token.kind === "scim" || caller.token.kind === "audit";
  if (isProvisioning && route.answer !== me) return refused(403, "This token does not have access");
  try {
    const answer = perform(request, caller, route, world);
    caller.token.lastSeenAtMs = request.timeMs;
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return refused(error.status, error.message);
    throw error;
  }
}

/** Reads may lag behind changes. */
function perform(request: SimRequest, caller: Caller, route: Route, world: DopplerWorld): SimAnswer {
  if (route.bucket !== "writes") {
    const workplace = world.shown(caller.workplace, request.timeMs);
    return route.answer({ request, caller: { ...caller, workplace }, world });
  }
  const make = (): SimAnswer => route.answer({ request, caller, world });
  return world.change(request.timeMs, make, ({ effects = [] }) => effects.length > 0);
}

function me({ caller, world }: Call): SimAnswer {
  return { status: 200, json: meBody(caller, world.switches) };
}

function listProjects({ request, caller, world }: Call): SimAnswer {
  const { page, entries } = pageOf(visibleProjects(caller), request, world);
  return { status: 200, json: success({ page, projects: entries.map(projectBody) }, world.switches) };
}

/** Not a route of the six actions. It's here because a service token's answer (an empty list) is a trap. */
function listEnvironments({ request, caller, world }: Call): SimAnswer {
  const project = findProject(caller, request.query.get("project") ?? "", world, request.timeMs);
  const slugs = caller.token.kind === "service_token" ? [] : project.environments;
  const environments = slugs.map((slug) => ({ id: slug, slug, name: slug, project: project.name }));
  return { status: 200, json: success({ page: 1, environments }, world.switches) };
}

function listConfigs({ request, caller, world }: Call): SimAnswer {
  const project = findProject(caller, request.query.get("project") ?? "", world, request.timeMs);
  const environment = request.query.get("environment") ?? "";
  const visible = [...project.configs.values()].filter(
    (config) => maySee(caller, config) && (environment === "" || config.environment === environment),
  );
  const { page, entries } = pageOf(visible, request, world);
  const configs = entries.map((config) => configBody(config, caller, world.switches));
  return { status: 200, json: success({ page, configs }, world.switches) };
}

function listNames(call: Call): SimAnswer {
  const { request, caller, world } = call;
  const config = queriedConfig(call);
  const withDynamic = request.query.get("include_dynamic_secrets") === "true";
  const withManaged = request.query.get("include_managed_secrets") !== "false";
  const names: string[] = [];
  const effects: SimEffect[] = [];
  for (const [name, secret] of effectiveSecrets(caller.workplace, config)) {
    if (managedNames.has(name) && !withManaged) continue;
    if (secret.dynamic === true) {
      if (!withDynamic) continue;
      effects.push(issueLease(world, config, name));
    }
    names.push(name);
  }
  return { status: 200, json: success({ names: names.sort() }, world.switches), effects };
}

function getSecret(call: Call): SimAnswer {
  const { request, caller, world } = call;
  const name = checkSecretName(request.query.get("name"));
  const config = queriedConfig(call);
  const stored = effectiveSecrets(caller.workplace, config).get(name);
  const isLeased = stored?.dynamic === true && world.switches.dynamicSecretGet === "lease";
  const secret = stored?.dynamic === true && !isLeased ? undefined : stored;
  config.initialFetchAtMs ??= request.timeMs;
  config.lastFetchAtMs = request.timeMs;
  const value =
    secret === undefined
      ? absentValueBody(name, config, caller, world.switches)
      : valueBody(secret, name, config, caller, world.switches);
  const effects = isLeased ? [issueLease(world, config, name)] : [];
  return { status: 200, json: success({ name, value }, world.switches), effects };
}

function postSecrets({ request, caller, world }: Call): SimAnswer {
  const { json } = request;
  if (typeof json !== "object" || json === null) throw new Refusal(400, "The request body is invalid");
  const body = json as Record<string, unknown>;
  const changes = parseChanges(body);
  const names = { project: named("project", body, request.query), config: named("config", body, request.query) };
  const config = findConfig(caller, names, world, request.timeMs);
  checkMayWrite(caller, config, world);
  const effects = applyChanges(caller.workplace, config, changes, world.switches);
  return { status: 200, json: secretMapBody(config, caller, world), effects };
}

function deleteSecret(call: Call): SimAnswer {
  const { request, caller, world } = call;
  const name = checkSecretName(request.query.get("name"));
  const config = queriedConfig(call);
  checkMayWrite(caller, config, world);
  if (managedNames.has(name)) throw new Refusal(400, `Secret name "${name}" is reserved`);
  const root = caller.workplace.projects.get(config.project)?.configs.get(config.environment);
  if (removeSecret(config, root, name, world.switches)) {
    return { status: 204, effects: [effect("secret.delete", config, name)] };
  }
  if (world.switches.deleteMissingStatus === 204) return { status: 204 };
  throw new Refusal(404, `Could not find requested secret '${name}'`);
}

function queriedConfig({ request, caller, world }: Call): Config {
  const names = { project: request.query.get("project") ?? "", config: request.query.get("config") ?? "" };
  return findConfig(caller, names, world, request.timeMs);
}

/** The official clients send project and config of a POST in its body or in its query. */
function named(field: string, body: Record<string, unknown>, query: URLSearchParams): string {
  const inBody = body[field];
  return typeof inBody === "string" && inBody !== "" ? inBody : (query.get(field) ?? "");
}

function issueLease(world: DopplerWorld, config: Config, name: string): SimEffect {
  world.leasesIssued += 1;
  return effect("lease.issue", config, name);
}

function pageOf<Entry>(
  entries: readonly Entry[],
  request: SimRequest,
  world: DopplerWorld,
): { page: number; entries: readonly Entry[] } {
  const page = countOf(request.query, "page", 1);
  const asked = countOf(request.query, "per_page", 20);
  const { perPageMax } = world.switches;
  const perPage = perPageMax > 0 ? Math.min(asked, perPageMax) : asked;
  return { page, entries: entries.slice((page - 1) * perPage, page * perPage) };
}

function countOf(query: URLSearchParams, name: string, absent: number): number {
  const text = query.get(name) ?? "";
  if (text === "") return absent;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(400, `${name} must be a positive integer`);
  return Number(text);
}

function refused(status: number, message: string): SimAnswer {
  return { status, json: { messages: [message], success: false } };
}
