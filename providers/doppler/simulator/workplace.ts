/** One workplace's projects, configs and secrets, and what a config serves. */
import type { Collection } from "@svc/simulator";
import { managedNames } from "./model.ts";
import type { Config, ConfigAddress, Project, Secret, WorkplaceFacts } from "./model.ts";

/** The collections of every workplace. */
interface Collections {
  readonly projects: { in(workplace: string): Collection<Project, "name"> };
  readonly configs: { in(workplace: string, project: string): Collection<Config, "name"> };
  readonly secrets: { in(workplace: string, project: string, config: string): Collection<Secret, "name"> };
}

/** A workplace in the store. Within a read, it lags as reads do. */
export class Workplace {
  readonly facts: WorkplaceFacts;
  readonly #world: Collections;

  constructor(world: Collections, facts: WorkplaceFacts) {
    this.#world = world;
    this.facts = facts;
  }

  get projects(): Collection<Project, "name"> {
    return this.#world.projects.in(this.facts.slug);
  }

  configs(project: string): Collection<Config, "name"> {
    return this.#world.configs.in(this.facts.slug, project);
  }

  configAt({ project, config }: ConfigAddress): Config | undefined {
    return this.configs(project).get(config);
  }

  /** The root config of a config's environment, which is the config itself if it is one. */
  rootOf({ project, environment }: Config): Config | undefined {
    return this.configs(project).get(environment);
  }

  /** The config's own secrets; for a branch, only its overrides. */
  secrets({ project, name }: Config): Collection<Secret, "name"> {
    return this.#world.secrets.in(this.facts.slug, project, name);
  }

  /**
   * All secrets of a config by name: those inherited from other configs, overridden by its root's, overridden by its
   * own. An inheritance cycle stops where it closes.
   */
  served(config: Config, seen: readonly Config[] = []): Map<string, Secret> {
    const served = new Map<string, Secret>();
    if (seen.some((other) => isSame(other, config))) return served;
    const sources = config.inherits.map((from) => this.configAt(from));
    if (!config.root) sources.push(this.rootOf(config));
    for (const source of sources) {
      if (source === undefined) continue;
      for (const [name, secret] of this.served(source, [...seen, config])) served.set(name, secret);
    }
    for (const [name, secret] of this.secrets(config)) served.set(name, secret);
    for (const name of managedNames) served.set(name, managedSecret(name, config));
    return served;
  }
}

/** Whether two configs of a workplace are the same. */
export function isSame(one: Config, other: Config): boolean {
  return one.project === other.project && one.name === other.name;
}

function managedSecret(name: string, config: Config): Secret {
  const { environment, project } = config;
  const raw = name === "DOPPLER_CONFIG" ? config.name : name === "DOPPLER_PROJECT" ? project : environment;
  return { name, raw, visibility: "unmasked" };
}
