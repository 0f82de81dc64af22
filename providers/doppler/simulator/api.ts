/** The routes of the simulated provider, one function each, after authentication and rate limits. */
import { limitHeaders, pageByNumber, Refusal, secondsUntil, simulatedApi, tokenIn, uuidOf } from "@svc/simulator";
import type { Result, SimResponse, SimEffect, SimRequest } from "@svc/simulator";
import { checkMayWrite, findConfig, findProject, maySee, visibleProjects } from "./access.ts";
import type { Caller } from "./access.ts";
import { absentValueBody, configBody, meBody, projectBody, secretMapBody, success, valueBody } from "./responses.ts";
import { applyChanges, checkSecretName, effect, parseChanges, removeSecret } from "./changes.ts";
import { managedNames } from "./model.ts";
import type { Config } from "./model.ts";
import type { Switches } from "./switches.ts";
import type { Bucket, DopplerWorld } from "./world.ts";

interface Call {
  readonly request: SimRequest;
  readonly caller: Caller;
  readonly world: DopplerWorld;
}

/** Where requests carry the token: as a bearer token, or as the Basic user name. */
export const tokenForms = ["bearer", "basic-user"] as const;

const route = (bucket: Bucket, respond: (call: Call) => Result) => ({
  bucket,
  run: ({ request, caller, store }: { request: SimRequest; caller: Caller | null; store: DopplerWorld }) => {
    if (caller === null) throw new Error("a route runs without a caller");
    const isProvisioning = caller.token.kind === "scim" || caller.token.kind === "audit";
    if (isProvisioning && respond !== me) throw new Refusal(403, "This token does not have access");
    return respond({ request, caller, world: store });
  },
});

/** The simulated API. Every response has a request id and the rate limit headers. */
export const dopplerApi = simulatedApi<DopplerWorld, Caller | null, { readonly bucket: Bucket }, Switches>({
  routes: {
    "GET /v3/me": route("reads", me),
    "GET /v3/projects": route("reads", listProjects),
    "GET /v3/configs": route("reads", listConfigs),
    "GET /v3/configs/config/secrets/names": route("reads", listNames),
    "GET /v3/configs/config/secret": route("secretReads", getSecret),
    "POST /v3/configs/config/secrets": route("writes", postSecrets),
    "DELETE /v3/configs/config/secret": route("writes", deleteSecret),
  },
  caller: ({ headers, timeMs }, world) => {
    const token = world.tokens.find(tokenIn(headers, tokenForms), timeMs);
    return token === undefined ? null : { token, workplace: world.workplaceOf(token.workplace) };
  },
  around: ({ request: { sequence, timeMs }, store: world, caller, route }, run) => {
    const count = [caller?.token.name ?? "without a valid token", route?.bucket ?? "reads", timeMs] as const;
    const isWithin = world.rateLimits.take(...count, world.switches);
    const window = world.rateLimits.window(...count, world.switches);
    const headers = { "x-request-id": uuidOf(`request ${sequence}`), ...limitHeaders(window, timeMs) };
    if (!isWithin) {
      const wait = { "retry-after": String(secondsUntil(window.resetAtMs, timeMs)) };
      throw new Refusal(429, "Too many requests", { headers: { ...headers, ...wait } });
    }
    const response = caller === null ? refused(world.switches.authFailureStatus, "Invalid Auth token") : run();
    if (caller !== null && response.status < 400) caller.token.lastSeenAtMs = timeMs;
    return { ...response, headers: { ...headers, ...response.headers } };
  },
  refused: ({ status, message }) => refused(status, message),
});

function refused(status: number, message: string): SimResponse {
  return { status, json: { messages: [message], success: false } };
}

function me({ caller, world }: Call): Result {
  return { json: meBody(caller, world.switches) };
}

function listProjects({ request, caller, world }: Call): Result {
  const { page, items } = pageOf(visibleProjects(caller), request);
  return { json: success({ page, projects: items.map(projectBody) }, world.switches) };
}

function listConfigs({ request, caller, world }: Call): Result {
  const project = findProject(caller, request.query.get("project") ?? "", world);
  const environment = request.query.get("environment") ?? "";
  const visible = caller.workplace.configs(project.name).list({
    where: (config) => maySee(caller, config) && (environment === "" || config.environment === environment),
  });
  const { page, items } = pageOf(visible, request);
  const configs = items.map((config) => configBody(config, caller, world));
  return { json: success({ page, configs }, world.switches) };
}

function listNames(call: Call): Result {
  const { request, caller, world } = call;
  const config = queriedConfig(call);
  const withDynamic = request.query.get("include_dynamic_secrets") === "true";
  const withManaged = request.query.get("include_managed_secrets") !== "false";
  const names: string[] = [];
  const effects: SimEffect[] = [];
  for (const [name, secret] of caller.workplace.served(config)) {
    if (managedNames.has(name) && !withManaged) continue;
    if (secret.dynamic === true) {
      if (!withDynamic) continue;
      effects.push(issueLease(world, config, name));
    }
    names.push(name);
  }
  return { json: success({ names: names.sort() }, world.switches), effects };
}

function getSecret(call: Call): Result {
  const { request, caller, world } = call;
  const name = checkSecretName(request.query.get("name"));
  const config = queriedConfig(call);
  const stored = caller.workplace.served(config).get(name);
  const secret = stored?.dynamic === true ? undefined : stored;
  const id = `${config.project}/${config.name}`;
  world.fetched.set(id, { firstMs: world.fetched.get(id)?.firstMs ?? request.timeMs, lastMs: request.timeMs });
  const value =
    secret === undefined
      ? absentValueBody(name, config, caller, world.switches)
      : valueBody(secret, name, config, caller, world.switches);
  return { json: success({ name, value }, world.switches) };
}

function postSecrets({ request, caller, world }: Call): Result {
  const { json } = request;
  if (typeof json !== "object" || json === null) throw new Refusal(400, "The request body is invalid");
  const body = json as Record<string, unknown>;
  const changes = parseChanges(body);
  const config = findConfig(caller, { project: String(body["project"]), config: String(body["config"]) }, world);
  checkMayWrite(caller, config);
  const effects = applyChanges(caller.workplace, config, changes);
  return { json: secretMapBody(config, caller, world), effects };
}

function deleteSecret(call: Call): Result {
  const { request, caller, world } = call;
  const name = checkSecretName(request.query.get("name"));
  const config = queriedConfig(call);
  checkMayWrite(caller, config);
  if (managedNames.has(name)) throw new Refusal(400, `Secret name "${name}" is reserved`);
  if (removeSecret(caller.workplace, config, name)) {
    return { status: 204, effects: [effect("secret.delete", config, name)] };
  }
  if (world.switches.deleteMissingStatus === 204) return { status: 204 };
  throw new Refusal(404, `Could not find requested secret '${name}'`);
}

function queriedConfig({ request, caller, world }: Call): Config {
  const names = { project: request.query.get("project") ?? "", config: request.query.get("config") ?? "" };
  return findConfig(caller, names, world);
}

function issueLease(world: DopplerWorld, config: Config, name: string): SimEffect {
  world.leasesIssued += 1;
  return effect("lease.issue", config, name);
}

function pageOf<Entry>(entries: readonly Entry[], { query }: SimRequest) {
  return pageByNumber(
    entries,
    { page: query.get("page"), perPage: query.get("per_page") },
    { absent: 20, max: Infinity },
  );
}
