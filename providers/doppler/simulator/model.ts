/** The simulator's data model: workplace, project, environment, config, secret. */

/** Who may see a value ("Secret Visibility"). */
export type Visibility = "masked" | "unmasked" | "restricted";

/** One stored secret. `raw` may contain references. A dynamic secret has no value until a lease is issued. */
export interface Secret {
  readonly raw: string;
  readonly visibility: Visibility;
  readonly valueType: string;
  readonly dynamic?: boolean;
}

/** A config, by project and name. */
export interface ConfigAddress {
  readonly project: string;
  readonly config: string;
}

/** A config. A root's name is its environment's slug; a branch's starts with it. Times are Unix milliseconds. */
export interface Config {
  readonly name: string;
  readonly slug: string;
  readonly project: string;
  readonly environment: string;
  readonly root: boolean;
  readonly locked: boolean;
  readonly inherits: readonly ConfigAddress[];
  readonly createdAtMs: number;
  initialFetchAtMs: number | null;
  lastFetchAtMs: number | null;
  /** The config's own secrets; for a branch, only its overrides. */
  readonly secrets: Map<string, Secret>;
  /** Names that this branch hides although its root has them. */
  readonly hidden: Set<string>;
}

/** A project. Notes belong to the project and the secret's name, not to a config. */
export interface Project {
  readonly name: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly environments: readonly string[];
  readonly configs: Map<string, Config>;
  readonly notes: Map<string, string>;
}

/** A workplace; its slug identifies the account. */
export interface Workplace {
  readonly slug: string;
  readonly name: string;
  readonly projects: Map<string, Project>;
}

/** Names that every config has without storing them. */
export const managedNames: ReadonlySet<string> = new Set(["DOPPLER_CONFIG", "DOPPLER_ENVIRONMENT", "DOPPLER_PROJECT"]);

/** Maximum bytes of one value and of all values in a config, and maximum secrets in a config ("Platform Limits"). */
export const limits = { valueBytesMax: 50 * 1024, configBytesMax: 500 * 1024, secretsMax: 1200 } as const;

/**
 * All secrets of a config by name: those inherited from other configs, overridden by its root's, overridden by its own.
 * A cycle of inheritance stops where it closes.
 */
export function effectiveSecrets(workplace: Workplace, config: Config, seen = new Set<Config>()): Map<string, Secret> {
  const served = new Map<string, Secret>();
  if (seen.has(config)) return served;
  seen.add(config);
  const project = workplace.projects.get(config.project);
  const sources = config.inherits.map((from) => workplace.projects.get(from.project)?.configs.get(from.config));
  if (!config.root) sources.push(project?.configs.get(config.environment));
  for (const source of sources) {
    if (source === undefined) continue;
    for (const [name, secret] of effectiveSecrets(workplace, source, seen)) served.set(name, secret);
  }
  for (const name of config.hidden) served.delete(name);
  for (const [name, secret] of config.secrets) served.set(name, secret);
  for (const name of managedNames) served.set(name, managedSecret(name, config));
  return served;
}

function managedSecret(name: string, config: Config): Secret {
  const { environment, project } = config;
  const raw = name === "DOPPLER_CONFIG" ? config.name : name === "DOPPLER_PROJECT" ? project : environment;
  return { raw, visibility: "unmasked", valueType: "string" };
}
