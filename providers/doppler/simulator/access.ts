/** Authentication and authorization: tokens, their scopes, and how the provider hides resources without a grant. */
import { Refusal } from "@svc/simulator";
import type { Config, Project } from "./model.ts";
import type { Token } from "./tokens.ts";
import type { Workplace } from "./workplace.ts";
import type { DopplerWorld } from "./world.ts";

/** An authenticated caller. */
export interface Caller {
  readonly token: Token;
  readonly workplace: Workplace;
}

/** Whether a token belongs to a person; restricted values are hidden from these. */
export function isUserToken(token: Token): boolean {
  return token.kind === "personal" || token.kind === "cli";
}

/** Whether the caller can see this config at all. */
export function maySee(caller: Caller, config: Config): boolean {
  const { token } = caller;
  if (token.kind === "service_token") {
    return token.bound?.project === config.project && token.bound.config === config.name;
  }
  if (isUserToken(token)) return true;
  const grant = token.grants.find((candidate) => candidate.project === config.project);
  if (grant === undefined) return false;
  return grant.environments === undefined || grant.environments.includes(config.environment);
}

/** The projects in the caller's list. */
export function visibleProjects(caller: Caller): readonly Project[] {
  return caller.workplace.projects.list({ where: ({ name }) => maySeeSome(caller, name) });
}

/**
 * Finds the project whose configs are listed. A project without a grant is found, and its list is empty.
 * Throws `Refusal`: 400 if it isn't named or the token belongs to another, 404 or 400 if it doesn't exist.
 */
export function findProject(caller: Caller, name: string, { switches }: DopplerWorld): Project {
  const { token, workplace } = caller;
  if (token.kind === "service_token") {
    const bound = token.bound?.project ?? "";
    if (name !== "" && name !== bound) throw noAccess("project", name);
    return existing(workplace.projects.get(bound), "project", bound);
  }
  if (name === "") throw new Refusal(400, "You must specify a project");
  const project = workplace.projects.get(name);
  if (project !== undefined) return project;
  throw switches.unknownProject === "400-no-access" ? noAccess("project", name) : notFound("project", name);
}

/**
 * Finds the config for a call on secrets. Names may be empty for a service token, which has only one.
 * Throws `Refusal` like `findProject`, and 404 for a config the caller can't see.
 */
export function findConfig(
  caller: Caller,
  names: { readonly project: string; readonly config: string },
  world: DopplerWorld,
): Config {
  const project = findProject(caller, names.project, world);
  const configs = caller.workplace.configs(project.name);
  if (caller.token.kind === "service_token") {
    const bound = caller.token.bound?.config ?? "";
    if (names.config !== "" && names.config !== bound) throw noAccess("config", names.config);
    return existing(configs.get(bound), "config", bound);
  }
  if (names.config === "") throw new Refusal(400, "You must specify a config");
  const config = configs.get(names.config);
  if (config === undefined || !maySee(caller, config)) throw notFound("config", names.config);
  return config;
}

/** Throws `Refusal` if the caller may read the config but not write it. */
export function checkMayWrite(caller: Caller, config: Config): void {
  const { token } = caller;
  const grant = token.grants.find((candidate) => candidate.project === config.project);
  const may =
    token.kind === "service_token" ? token.access === "read/write" : isUserToken(token) || grant?.role !== "viewer";
  if (may) return;
  throw new Refusal(403, "This token does not have write access");
}

function maySeeSome(caller: Caller, project: string): boolean {
  return caller.workplace
    .configs(project)
    .values()
    .some((config) => maySee(caller, config));
}

function existing<Thing>(thing: Thing | undefined, noun: "project" | "config", name: string): Thing {
  if (thing === undefined) throw notFound(noun, name);
  return thing;
}

function notFound(noun: "project" | "config", name: string): Refusal {
  return new Refusal(404, `Could not find requested ${noun} '${name}'`);
}

function noAccess(noun: "project" | "config", name: string): Refusal {
  return new Refusal(400, `This token does not have access to requested ${noun} '${name}'`);
}
