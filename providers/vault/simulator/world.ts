/** The simulated cluster: secrets engines with versioned entries, and tokens. */
import { commonSwitches, Store, Tokens, type CommonSwitches, type Token } from "@svc/simulator";

/** A secrets engine. */
export interface Mount {
  readonly path: string;
  readonly type: string;
  readonly version: string;
  readonly description: string;
}

/** A version of an entry; `data` is null after it is destroyed. */
export interface Version {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly created: string;
  readonly deleted: string;
}

/** An entry of an engine with all its versions, oldest first. */
export interface Entry {
  readonly path: string;
  readonly versions: readonly Version[];
}

/** A token with its policies. */
export interface VaultToken extends Token {
  readonly policies: readonly string[];
  readonly type: string;
  readonly uses: number;
}

/** The switches of the simulated cluster. */
export interface Switches extends CommonSwitches {
  /**
   * `vault` leaves deleted names out of a list. `old_vault` and `openbao` don't, but `openbao` has a detailed list that
   * shows them.
   */
  product: "vault" | "old_vault" | "openbao";
  /** Whether every request gets 503, as from a sealed server. */
  sealed: boolean;
  /** Whether a change gets 412, as from a standby that lags. */
  stale: boolean;
  /** Whether the response is 200 with warnings instead of 204. */
  warns: boolean;
  /** The response to a login with an AppRole; `absent` is a server without this auth method. */
  login: "issues" | "refuses" | "untrusted" | "unavailable" | "absent";
  /** The lifetime of a login's token, in seconds. */
  tokenSeconds: number;
}

const defaults: Switches = {
  ...commonSwitches,
  product: "vault",
  sealed: false,
  stale: false,
  warns: false,
  login: "issues",
  tokenSeconds: 1200,
};

const positions = {
  product: ["vault", "old_vault", "openbao"],
  login: ["issues", "refuses", "untrusted", "unavailable", "absent"],
} as const;

/** The cluster's id and name. */
export const cluster = { cluster_id: "0b8e4f5a-6a1d-4e0b-9d52-7d0f3c11a95b", cluster_name: "vault-cluster-harbor" };

const seededAt = "2026-01-02T00:00:00.000Z";

/** The state of the simulated cluster. */
export class VaultWorld extends Store<Switches> {
  readonly mounts = this.collection<Mount, "path">({ key: "path" });
  readonly entries = this.mounts.collection<Entry, "path">({ key: "path" });
  readonly tokens = this.keep(new Tokens<VaultToken>());

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions }, switches);
    this.reset();
  }

  protected override seed(): void {
    this.mounts.put({ path: "kv", type: "kv", version: "2", description: "Harbor's secrets" });
    this.mounts.put({ path: "team/kv", type: "kv", version: "2", description: "" });
    this.mounts.put({ path: "old", type: "kv", version: "1", description: "" });
    this.mounts.put({ path: "transit", type: "transit", version: "", description: "" });
    for (const [path, data] of [
      ["ROOT_KEY", { value: "canary-root-key" }],
      ["prod/API_KEY", { value: "canary-prod-api-key" }],
      ["prod/MIXED", { value: "canary-mixed", note: "canary-note" }],
      ["prod/UNLIKE", { user: "canary-user" }],
      ["prod/eu/API_KEY", { value: "canary-eu-api-key" }],
    ] as const) {
      this.entries.in("kv").put({ path, versions: [{ data, created: seededAt, deleted: "" }] });
    }
  }

  /** Returns the newest version of an entry. */
  newest(mount: string, path: string): Version | undefined {
    return this.entries.in(mount).get(path)?.versions.at(-1);
  }

  /** Adds a version. */
  write(mount: string, path: string, data: Readonly<Record<string, unknown>>, nowMs: number): number {
    const { versions = [] } = this.entries.in(mount).get(path) ?? {};
    const next = { data, created: new Date(nowMs).toISOString(), deleted: "" };
    return this.entries.in(mount).put({ path, versions: [...versions, next] }).versions.length;
  }

  /** Deletes versions by their numbers. */
  remove(mount: string, path: string, numbers: readonly unknown[], nowMs: number): boolean {
    const entry = this.entries.in(mount).get(path);
    const isHit = (version: Version, at: number) => numbers.includes(at + 1) && version.deleted === "";
    if (entry === undefined || !entry.versions.some(isHit)) return false;
    const deleted = new Date(nowMs).toISOString();
    const versions = entry.versions.map((version, at) => (isHit(version, at) ? { ...version, deleted } : version));
    this.entries.in(mount).put({ path, versions });
    return true;
  }
}
