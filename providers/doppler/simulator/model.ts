/** The simulator's data model: workplace, project, environment, config, secret. */

/** Who may see a value ("Secret Visibility"). */
export type Visibility = "masked" | "unmasked" | "restricted";

/** One stored secret. `raw` may contain references. A dynamic secret has no value until a lease is issued. */
export interface Secret {
  readonly name: string;
  readonly raw: string;
  readonly visibility: Visibility;
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
  readonly project: string;
  readonly environment: string;
  readonly root: boolean;
  readonly locked: boolean;
  readonly inherits: readonly ConfigAddress[];
  readonly createdAtMs: number;
}

/** A project. Notes belong to the project and the secret's name, not to a config. */
export interface Project {
  readonly name: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly environments: readonly string[];
  readonly notes: Readonly<Record<string, string>>;
}

/** A workplace; its slug identifies the account. */
export interface WorkplaceFacts {
  readonly slug: string;
  readonly name: string;
}

/** Names that every config has without storing them. */
export const managedNames: ReadonlySet<string> = new Set(["DOPPLER_CONFIG", "DOPPLER_ENVIRONMENT", "DOPPLER_PROJECT"]);

/** Maximum bytes of one value and of all values in a config, and maximum secrets in a config ("Platform Limits"). */
export const limits = { valueBytesMax: 50 * 1024, configBytesMax: 500 * 1024, secretsMax: 1200 } as const;
