/** The simulated provider's state, and methods for tests to change it behind a client's back. */
import { RateLimits, SimControlError, Store, Tokens, uuidOf } from "@svc/simulator";
import type { Collection } from "@svc/simulator";
import type { Config, ConfigAddress, Project, Secret, Visibility, WorkplaceFacts } from "./model.ts";
import { resolveSecret } from "./references.ts";
import { switchTable } from "./switches.ts";
import type { Switches } from "./switches.ts";
import type { Token } from "./tokens.ts";
import { Workplace } from "./workplace.ts";

/** Fills an empty world; runs again at every reset. */
export type WorldSeed = (world: DopplerWorld) => void;

/**
 * A config to add. Without `branch` it's the environment's root; `branch` is the full name, `<environment>_<suffix>`.
 */
export interface NewConfig {
  readonly project: string;
  readonly environment: string;
  readonly branch?: string;
  readonly locked?: boolean;
  readonly inherits?: readonly ConfigAddress[];
}

/** A secret to store. `visibility` defaults to masked. */
export interface NewSecret extends ConfigAddress {
  readonly name: string;
  readonly value: string;
  readonly visibility?: Visibility;
  readonly dynamic?: boolean;
}

const seededAtMs = Date.UTC(2025, 10, 4, 10);

const limitOf = (name: Bucket) => ({
  limit: (switches: Switches) => switches[`${name}PerMinute`],
  windowMs: () => 60_000,
  window: "aligned" as const,
});

/** The limit that a call counts against; each token has its own. */
export type Bucket = "reads" | "secretReads" | "writes";

/** The state. Its methods don't appear in the ledger: only requests have effects. */
export class DopplerWorld extends Store<Switches> {
  readonly workplaces = this.collection<WorkplaceFacts, "slug">({ key: "slug" });
  readonly projects = this.workplaces.collection<Project, "name">({ key: "name" });
  readonly configs = this.projects.collection<Config, "name">({ key: "name" });
  readonly secrets = this.configs.collection<Secret, "name">({ key: "name" });
  readonly tokens = this.keep(new Tokens<Token>());
  readonly rateLimits = this.keep(
    new RateLimits<Bucket, Switches>({
      reads: limitOf("reads"),
      secretReads: limitOf("secretReads"),
      writes: limitOf("writes"),
    }),
  );
  /** When a secret of a config was first and last fetched. */
  readonly fetched = this.keep(new Map<string, { readonly firstMs: number; readonly lastMs: number }>());
  /** Issued leases of dynamic secrets. A client with the six actions issues none. */
  leasesIssued = 0;
  readonly #seed: WorldSeed;

  constructor(seed: WorldSeed, switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.#seed = seed;
    this.reset();
  }

  protected seed(): void {
    this.leasesIssued = 0;
    this.#seed(this);
  }

  override facts(): Readonly<Record<string, unknown>> {
    return { leasesIssued: this.leasesIssued };
  }

  /** Adds a project with the given environments, each with its locked root config. */
  addProject(workplace: string, name: string, environments: readonly string[], description = ""): void {
    const project = { name, description, createdAtMs: seededAtMs, environments, notes: {} };
    this.workplaceOf(workplace).projects.put(project);
    for (const environment of environments) this.addConfig(workplace, { project: name, environment, locked: true });
  }

  addConfig(workplace: string, { project, environment, branch, locked = false, inherits = [] }: NewConfig): void {
    const [name, root, createdAtMs] = [branch ?? environment, branch === undefined, seededAtMs + 1000];
    const config: Config = { name, project, environment, root, locked, inherits, createdAtMs };
    this.workplaceOf(workplace).configs(project).put(config);
  }

  /** Stores a secret in the config itself; on a branch, an override. */
  setSecret(secret: NewSecret): void {
    const { name, value, visibility = "masked", dynamic = false } = secret;
    this.configOf(secret).secrets.put({ name, raw: value, visibility, dynamic });
  }

  /** Removes a secret from the config itself. */
  deleteSecret(address: ConfigAddress, name: string): void {
    this.configOf(address).secrets.delete(name);
  }

  /** Reads a config's value for a name, with references resolved across the workplace; undefined if there is none. */
  readSecret(address: ConfigAddress, name: string): { raw: string; computed: string | null } | undefined {
    const { workplace, ...config } = this.configOf(address);
    const secret = workplace.served(config).get(name);
    if (secret === undefined) return undefined;
    const { computed } = resolveSecret(secret, { workplace, config, mayReach: () => true });
    return { raw: secret.raw, computed };
  }

  setNote(project: string, name: string, note: string): void {
    const { projects } = this.#workplaceWith(project);
    projects.update(project, { notes: { ...projects.find(project).notes, [name]: note } });
  }

  addToken(token: Omit<Token, "slug" | "scopes" | "revoked" | "lastSeenAtMs">): void {
    this.tokens.add({ ...token, slug: uuidOf(token.name), scopes: [], lastSeenAtMs: null });
  }

  /** Revokes a token by name or value. Throws `SimControlError` if it doesn't exist. */
  revoke(nameOrValue: string): void {
    if (!this.tokens.revoke(nameOrValue)) throw new SimControlError("no such token");
  }

  tokenByValue(value: string): Token | undefined {
    return this.tokens.all().find((token) => token.value === value);
  }

  workplaceOf(slug: string): Workplace {
    return new Workplace(this, found(this.workplaces.get(slug), `workplace ${slug}`));
  }

  /** A config with its workplace and its own secrets; project names are unique across the seeded workplaces. */
  configOf(address: ConfigAddress): Config & { workplace: Workplace; secrets: Collection<Secret, "name"> } {
    const workplace = this.#workplaceWith(address.project);
    const config = found(workplace.configAt(address), `config ${address.project}/${address.config}`);
    return { ...config, workplace, secrets: workplace.secrets(config) };
  }

  #workplaceWith(project: string): Workplace {
    const workplaces = this.workplaces.values().map((facts) => new Workplace(this, facts));
    return found(
      workplaces.find(({ projects }) => projects.has(project)),
      `project ${project}`,
    );
  }
}

function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new SimControlError(`no ${what}`);
  return thing;
}
