/**
 * The simulated vault: secrets with versions, deleted secrets that keep their names, and the tokens that its tenant has
 * issued.
 */
import { createHash } from "node:crypto";
import { commonSwitches, Store, Tokens, type CommonSwitches } from "@svc/simulator";

/** One version of a secret. */
export interface Version {
  readonly id: string;
  readonly value: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly contentType: string | null;
  readonly enabled: boolean;
  readonly createdMs: number;
}

/** A secret with all its versions, oldest first. Its name keeps the case in which it was first written. */
export interface Secret {
  /** In lower case. */
  readonly key: string;
  readonly name: string;
  /** Whether it belongs to a certificate. */
  readonly managed: boolean;
  readonly versions: readonly Version[];
}

export interface DeletedSecret extends Secret {
  readonly deletedMs: number;
}

/** The switches of the simulated vault. */
export interface Switches extends CommonSwitches {
  /** The state of a deleted secret while the vault keeps it: `deleted`, or in transition to or from it. */
  deletion: "deleted" | "being_deleted" | "being_recovered";
  /** Whether the versions of an absent secret are a 404 or an empty list. */
  absentVersions: "not_found" | "empty";
  /** The host in the link to the next page: the vault's own, or another that must be ignored. */
  nextLinkHost: string;
  /**
   * Why every request with a token is refused: its role, its access policy, or the vault's firewall; `nothing` refuses
   * none.
   */
  denies: "nothing" | "rbac" | "policy" | "firewall";
  /** How the token endpoint answers a known app. */
  tokenEndpoint: "issues" | "throttled" | "unavailable" | "refuses";
  /** Whether a page can be empty although more follow. */
  emptyPages: boolean;
}

/** The vault's own host. */
export const vaultHost = "harbor-prod.vault.azure.net";

const defaults: Switches = {
  ...commonSwitches,
  deletion: "deleted",
  absentVersions: "not_found",
  nextLinkHost: vaultHost,
  denies: "nothing",
  tokenEndpoint: "issues",
  emptyPages: false,
};

const positions = {
  deletion: ["deleted", "being_deleted", "being_recovered"],
  absentVersions: ["not_found", "empty"],
  denies: ["nothing", "rbac", "policy", "firewall"],
  tokenEndpoint: ["issues", "throttled", "unavailable", "refuses"],
} as const;

const seededMs = Date.parse("2026-01-02T00:00:00Z");

/** The state. */
export class KeyVaultWorld extends Store<Switches> {
  readonly secrets = this.collection<Secret, "key">({ key: "key" });
  readonly deleted = this.collection<DeletedSecret, "key">({ key: "key" });
  readonly tokens = this.keep(new Tokens());
  #versions = 0;

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions }, switches);
    this.reset();
  }

  protected override seed(): void {
    const add = (name: string, fields: Partial<Version> = {}, managed = false): void => {
      const value = `canary-${name.toLowerCase()}`;
      const version = { id: this.#versionId(), value, tags: {}, contentType: null, enabled: true, createdMs: seededMs };
      this.secrets.put({ key: name.toLowerCase(), name, managed, versions: [{ ...version, ...fields }] });
    };
    add("prod--API-KEY");
    add("prod--TAGGED", { tags: { owner: "harbor" }, contentType: "text/plain" });
    add("prod--FULL", { tags: Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`tag-${String(at)}`, "x"])) });
    add("prod--DISABLED", { enabled: false });
    add("prod--TLS", { contentType: "application/x-pkcs12" }, true);
    add("prod-eu--API-KEY");
    add("Staging--Mixed-Case");
    add("no-config");
  }

  #versionId(): string {
    this.#versions += 1;
    return createHash("sha256").update(String(this.#versions)).digest("hex").slice(0, 32);
  }

  /** The newest version of a secret. */
  newest(name: string): Version | undefined {
    return this.secrets.get(name.toLowerCase())?.versions.at(-1);
  }

  /** Adds a version, which has only these tags and this content type. */
  write(name: string, fields: Pick<Version, "value"> & Partial<Version>, nowMs: number): Version {
    const key = name.toLowerCase();
    const known = this.secrets.get(key) ?? { key, name, managed: false, versions: [] };
    const plain = { tags: {}, contentType: null, enabled: true };
    const version = { ...plain, ...fields, id: this.#versionId(), createdMs: nowMs };
    this.secrets.put({ ...known, versions: [...known.versions, version] });
    return version;
  }

  /** Changes the newest version's tags, like `Update Secret`. */
  retag(name: string, tags: Readonly<Record<string, string>>): void {
    const secret = this.secrets.get(name.toLowerCase());
    if (secret === undefined) return;
    const versions = secret.versions.map((one, at) => (at === secret.versions.length - 1 ? { ...one, tags } : one));
    this.secrets.put({ ...secret, versions });
  }

  /** Deletes a secret, whose name stays taken. */
  remove(name: string, nowMs: number): DeletedSecret | undefined {
    const secret = this.secrets.get(name.toLowerCase());
    if (secret === undefined) return undefined;
    this.secrets.delete(secret.key);
    return this.deleted.put({ ...secret, deletedMs: nowMs });
  }
}
