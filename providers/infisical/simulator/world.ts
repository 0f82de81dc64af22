/** The simulated server: projects with environments, folders and secrets, and tokens. */
import { commonSwitches, Store, Tokens, uuidOf, uuids, type CommonSwitches, type Token } from "@svc/simulator";

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly environments: readonly string[];
}

/** A folder of an environment, such as `prod:/payments`, and the folders that it imports. */
export interface Folder {
  readonly place: string;
  readonly imports: readonly string[];
}

/** A metadata pair of a secret. */
export interface Metadata {
  readonly key: string;
  readonly value: string;
  readonly isEncrypted: boolean;
}

export interface Secret {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly version: number;
  readonly metadata: readonly Metadata[];
  readonly comment: string;
  readonly isRotated: boolean;
}

/** A token of a machine identity or a person. */
export interface InfisicalToken extends Token {
  readonly actor: "identity" | "user";
  readonly permissions: readonly ("describe" | "read" | "write")[];
}

/** The switches of the simulated server. */
export interface Switches extends CommonSwitches {
  /**
   * `old` is a server of 2024: it has neither `/api/v4` nor `/api/v1/projects`, and sends values that weren't
   * requested.
   */
  product: "current" | "old";
  /** Whether a policy turns each change into an approval request, or refuses machine identities. */
  approval: "none" | "requested" | "refused";
  /** Whether a dead token gets 403 `TokenError` instead of 401. */
  deadTokenIsForbidden: boolean;
  /** Whether an invalid request gets 401 `ValidationFailure` instead of 422. */
  invalidIsUnauthorized: boolean;
  /** Whether the project refuses metadata that isn't encrypted. */
  enforcesEncryptedMetadata: boolean;
  /** Whether requests for secrets are over their rate limit. */
  limited: boolean;
  /** Whether values are trimmed. */
  trims: boolean;
  /** The response to a known identity's login with Universal Auth. */
  login: "issues" | "expired" | "used_up" | "locked" | "limited" | "unavailable";
  /**
   * Which requests come from an IP address that the identity doesn't trust: the logins, or the requests with its
   * tokens.
   */
  distrusts: "nothing" | "logins" | "tokens";
  /** The lifetime of a login's token; 0 if it doesn't expire. */
  tokenSeconds: number;
}

const defaults: Switches = {
  ...commonSwitches,
  product: "current",
  approval: "none",
  deadTokenIsForbidden: false,
  invalidIsUnauthorized: false,
  enforcesEncryptedMetadata: false,
  limited: false,
  trims: true,
  login: "issues",
  distrusts: "nothing",
  tokenSeconds: 7200,
};

const positions = {
  product: ["current", "old"],
  approval: ["none", "requested", "refused"],
  login: ["issues", "expired", "used_up", "locked", "limited", "unavailable"],
  distrusts: ["nothing", "logins", "tokens"],
} as const;

/** The organization of every token. */
export const organization = { id: uuidOf("organization harbor"), name: "Harbor", slug: "harbor" };

/** The id of the project with secrets. */
export const projectId = "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45";

/** The secrets at the start: place → name → value. */
const seeded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "dev:/": { API_KEY: "canary-dev-api-key", ONLY_DEV: "canary-only-dev" },
  "prod:/": { API_KEY: "canary-prod-api-key", NOTED: "canary-noted", ROTATED: "canary-rotated" },
  "prod:/payments": { API_KEY: "canary-payments-api-key", URL: "https://${HOST}/", HOST: "canary-host" },
  "prod:/payments/eu": {},
};

/** The state of the simulated server. */
export class InfisicalWorld extends Store<Switches> {
  readonly projects = this.collection<Project, "id">({ key: "id" });
  readonly folders = this.projects.collection<Folder, "place">({ key: "place" });
  readonly secrets = this.folders.collection<Secret, "name">({ key: "name" });
  readonly tokens = this.keep(new Tokens<InfisicalToken>());
  readonly ids = this.keep(uuids("secret"));

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions }, switches);
    this.reset();
  }

  protected override seed(): void {
    const harbor = { id: projectId, name: "Harbor", slug: "harbor-x1", description: "Harbor's secrets" };
    this.projects.put({ ...harbor, environments: ["dev", "prod"] });
    const empty = { id: uuidOf("project empty"), name: "Empty", slug: "empty-x2", description: null };
    this.projects.put({ ...empty, environments: [] });
    for (const [place, values] of Object.entries(seeded)) {
      this.folders.in(projectId).put({ place, imports: place === "prod:/" ? ["dev:/"] : [] });
      for (const [name, value] of Object.entries(values)) this.write(projectId, place, { name, value });
    }
    const note = { key: "owner", value: "harbor-team", isEncrypted: false };
    this.secrets.in(projectId, "prod:/").update("NOTED", { metadata: [note], comment: "a comment" });
    this.secrets.in(projectId, "prod:/").update("ROTATED", { isRotated: true });
  }

  override facts(): Readonly<Record<string, unknown>> {
    const counted = this.folders.in(projectId).keys();
    return { names: Object.fromEntries(counted.map((place) => [place, this.secrets.in(projectId, place).keys()])) };
  }

  get(project: string, place: string, name: string): Secret | undefined {
    return this.secrets.in(project, place).get(name);
  }

  /** Creates a secret, or writes its next version with the given fields. */
  write(project: string, place: string, given: Pick<Secret, "name"> & Partial<Secret>): Secret {
    const before = this.get(project, place, given.name);
    const fresh = { id: this.ids.next(() => false, ""), value: "", metadata: [], comment: "", isRotated: false };
    const next = { ...fresh, ...before, ...given, version: (before?.version ?? 0) + 1 };
    return this.secrets.in(project, place).put(next);
  }
}
