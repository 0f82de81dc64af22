/** The simulated provider's state, and methods with which a test changes it behind a client's back. */
import { SimControlError, Snapshots } from "@svc/simulator";
import type { ReadLag } from "@svc/simulator";
import { effectiveSecrets } from "./model.ts";
import type { Config, ConfigAddress, Project, Visibility, Workplace } from "./model.ts";
import { RateLimits } from "./rate-limits.ts";
import { resolveSecret } from "./references.ts";
import { defaultSwitches, parseSwitches } from "./switches.ts";
import type { Switches } from "./switches.ts";
import { slugOf } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** Fills an empty world; runs again at every reset. */
export type WorldSeed = (world: DopplerWorld) => void;

/** A config to add. Without `branch` it's the environment's root; `branch` is the full name, `<environment>_<suffix>`. */
export interface NewConfig {
  readonly project: string;
  readonly environment: string;
  readonly branch?: string;
  readonly locked?: boolean;
  readonly inherits?: readonly ConfigAddress[];
}

/** A secret to store. `visibility` defaults to masked, `valueType` to string. */
export interface NewSecret extends ConfigAddress {
  readonly name: string;
  readonly value: string;
  readonly visibility?: Visibility;
  readonly valueType?: string;
  readonly dynamic?: boolean;
}

const seededAtMs = Date.UTC(2025, 10, 4, 10);

/** The state. Its methods don't appear in the ledger: only what a request causes is an effect. */
export class DopplerWorld {
  readonly workplaces = new Map<string, Workplace>();
  readonly tokens = new Map<string, Token>();
  readonly rateLimits = new RateLimits();
  switches: Switches;
  /** Issued leases of dynamic secrets. A client with the six actions issues none. */
  leasesIssued = 0;
  /** When a project was last created or deleted by `createProject` or `deleteProject`. */
  lastProjectChange: { readonly kind: "created" | "deleted"; readonly atMs: number } | null = null;
  readonly #seed: WorldSeed;
  readonly #switchesAtStart: Partial<Switches>;
  readonly #snapshots = new Snapshots(() => structuredClone(this.workplaces));

  constructor(seed: WorldSeed, switches: Partial<Switches> = {}) {
    this.#seed = seed;
    this.#switchesAtStart = parseSwitches(switches);
    this.switches = { ...defaultSwitches, ...this.#switchesAtStart };
    seed(this);
  }

  /** Restores the initial state, including switches. */
  reset(): void {
    this.workplaces.clear();
    this.tokens.clear();
    this.rateLimits.clear();
    this.leasesIssued = 0;
    this.lastProjectChange = null;
    this.switches = { ...defaultSwitches, ...this.#switchesAtStart };
    this.#seed(this);
    this.#snapshots.clear();
  }

  /** Changes some switches. Reads lag from then on. Throws `SimControlError` for an unknown one. */
  set(patch: Partial<Switches>): void {
    this.switches = { ...this.switches, ...parseSwitches(patch) };
    if ("readLagMs" in patch || "readLagChanges" in patch) this.#snapshots.clear();
  }

  /**
   * Makes a change behind which reads lag, by the switches.
   * @param didChange whether the result says that anything changed; by default it did.
   */
  change<Result>(nowMs: number, make: () => Result, didChange: (result: Result) => boolean = () => true): Result {
    return this.#snapshots.change({ lag: this.#lag, nowMs, make, didChange });
  }

  /** The workplace as reads show it. */
  shown(workplace: Workplace, nowMs: number): Workplace {
    return this.#snapshots.shown(this.#lag, nowMs)?.get(workplace.slug) ?? workplace;
  }

  get #lag(): ReadLag {
    return { ms: this.switches.readLagMs, changes: this.switches.readLagChanges };
  }

  addWorkplace(slug: string, name: string): void {
    this.workplaces.set(slug, { slug, name, projects: new Map() });
  }

  /** Adds a project with the given environments, each with its locked root config. */
  addProject(workplace: string, name: string, environments: readonly string[], description = ""): Project {
    const configs = new Map<string, Config>();
    const project = { name, description, createdAtMs: seededAtMs, environments, configs, notes: new Map() };
    this.workplaceOf(workplace).projects.set(name, project);
    for (const environment of environments) this.addConfig(workplace, { project: name, environment, locked: true });
    return project;
  }

  addConfig(workplace: string, config: NewConfig): void {
    const name = config.branch ?? config.environment;
    this.projectOf(config.project, workplace).configs.set(name, {
      name,
      slug: slugOf(`${config.project}/${name}`),
      project: config.project,
      environment: config.environment,
      root: config.branch === undefined,
      locked: config.locked ?? false,
      inherits: config.inherits ?? [],
      createdAtMs: seededAtMs + 1000,
      initialFetchAtMs: null,
      lastFetchAtMs: null,
      secrets: new Map(),
      hidden: new Set(),
    });
  }

  /** Creates a project as a user would, which the state-dependent 404 takes into account. */
  createProject(workplace: string, name: string, environments: readonly string[], atMs: number): void {
    this.addProject(workplace, name, environments);
    this.lastProjectChange = { kind: "created", atMs };
  }

  /** Deletes a project with everything in it. */
  deleteProject(workplace: string, name: string, atMs: number): void {
    this.workplaceOf(workplace).projects.delete(name);
    this.lastProjectChange = { kind: "deleted", atMs };
  }

  /** Stores a secret in the config itself; on a branch, an override. */
  setSecret(secret: NewSecret): void {
    const config = this.configOf(secret);
    config.hidden.delete(secret.name);
    config.secrets.set(secret.name, {
      raw: secret.value,
      visibility: secret.visibility ?? "masked",
      valueType: secret.valueType ?? "string",
      dynamic: secret.dynamic ?? false,
    });
  }

  /** Removes a secret from the config itself. */
  deleteSecret(address: ConfigAddress, name: string): void {
    this.configOf(address).secrets.delete(name);
  }

  /** Reads a config's value for a name, with references resolved across the workplace; undefined if there is none. */
  readSecret(address: ConfigAddress, name: string): { raw: string; computed: string | null } | undefined {
    const config = this.configOf(address);
    const workplace = this.#workplaceWith(address.project);
    const secret = effectiveSecrets(workplace, config).get(name);
    if (secret === undefined) return undefined;
    const { computed } = resolveSecret(secret, { workplace, config, mayReach: () => true });
    return { raw: secret.raw, computed };
  }

  setNote(project: string, name: string, note: string): void {
    this.projectOf(project).notes.set(name, note);
  }

  addToken(token: Omit<Token, "slug" | "revoked" | "lastSeenAtMs">): void {
    this.tokens.set(token.name, { ...token, slug: slugOf(token.name), revoked: false, lastSeenAtMs: null });
  }

  /** Revokes a token by name or value. Throws `SimControlError` if it doesn't exist. */
  revoke(nameOrValue: string): void {
    const token = this.tokens.get(nameOrValue) ?? this.tokenByValue(nameOrValue);
    if (token === undefined) throw new SimControlError("no such token");
    token.revoked = true;
  }

  tokenByValue(value: string): Token | undefined {
    return [...this.tokens.values()].find((token) => token.value === value);
  }

  workplaceOf(slug: string): Workplace {
    return found(this.workplaces.get(slug), `workplace ${slug}`);
  }

  /** A project by name; project names are unique across the seeded workplaces. */
  projectOf(name: string, workplace?: string): Project {
    const from = workplace === undefined ? this.#workplaceWith(name) : this.workplaceOf(workplace);
    return found(from.projects.get(name), `project ${name}`);
  }

  configOf(address: ConfigAddress): Config {
    const config = this.projectOf(address.project).configs.get(address.config);
    return found(config, `config ${address.project}/${address.config}`);
  }

  #workplaceWith(project: string): Workplace {
    return found(
      [...this.workplaces.values()].find((workplace) => workplace.projects.has(project)),
      `project ${project}`,
    );
  }
}

function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new SimControlError(`no ${what}`);
  return thing;
}
