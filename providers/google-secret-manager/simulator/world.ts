/** The simulated project: secrets and their versions. Reads of versions by number never lag. */
import { commonSwitches, Store, type CommonSwitches } from "@svc/simulator";

/** One version of a secret. */
export interface Version {
  readonly number: number;
  /** Base64; null once it is destroyed. */
  readonly data: string | null;
  readonly enabled: boolean;
  readonly createdMs: number;
}

/** A secret. Its number of versions can lag; the versions themselves don't. */
export interface Secret {
  readonly id: string;
  readonly createdMs: number;
  readonly annotations: Readonly<Record<string, string>>;
  readonly versions: number;
}

/** The switches of the simulated project. */
export interface Switches extends CommonSwitches {
  /** The error for an absent secret if the account may only use some secrets. */
  absentIs: "not_found" | "forbidden";
  /** Whether the API is disabled in the project. */
  isDisabled: boolean;
  /** Whether every request gets a 429. */
  throttles: boolean;
  /** The maximum number of secrets on a page. */
  pageMax: number;
}

const defaults: Switches = {
  ...commonSwitches,
  absentIs: "not_found",
  isDisabled: false,
  throttles: false,
  pageMax: 25_000,
};

const seededMs = Date.parse("2026-01-02T00:00:00Z");
const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** The state. */
export class SecretManagerWorld extends Store<Switches> {
  readonly secrets = this.collection<Secret, "id">({ key: "id" });
  /** Keyed by the secret's id. Outside the collections, so that reads of it don't lag. */
  readonly versions = this.keep(new Map<string, readonly Version[]>());
  /** The clock for token expiry, which tests advance. */
  readonly nowMs: () => number;

  constructor(switches: Partial<Switches> = {}, nowMs: () => number = Date.now) {
    super({ defaults, positions: { absentIs: ["not_found", "forbidden"] } }, switches);
    this.nowMs = nowMs;
    this.reset();
  }

  protected override seed(): void {
    for (const id of ["prod-API_KEY", "prod-EMPTY", "prod-DISABLED", "prod-eu-API_KEY", "prod-DESTROYED", "nohyphen"]) {
      this.create(id, {}, seededMs);
      if (id !== "prod-EMPTY") this.addVersion(id, encode(`canary-${id.toLowerCase()}`), seededMs);
    }
    this.changeNewest("prod-DISABLED", { enabled: false });
    this.changeNewest("prod-DESTROYED", { data: null });
    this.create("prod-BINARY", {}, seededMs);
    this.addVersion("prod-BINARY", Buffer.from([0xff, 0xfe, 0x63]).toString("base64"), seededMs);
  }

  /** Adds a secret without a version. */
  create(id: string, annotations: Readonly<Record<string, string>>, nowMs: number): Secret {
    this.versions.set(id, []);
    return this.secrets.create({ id, createdMs: nowMs, annotations, versions: 0 });
  }

  /** Adds a version to an existing secret. */
  addVersion(id: string, data: string, nowMs: number): Version {
    const secret = this.secrets.find(id);
    const before = this.versions.get(id) ?? [];
    const version = { number: before.length + 1, data, enabled: true, createdMs: nowMs };
    this.versions.set(id, [...before, version]);
    this.secrets.put({ ...secret, versions: version.number });
    return version;
  }

  /** Changes the newest version, such as when an administrator disables or destroys it. */
  changeNewest(id: string, change: Partial<Version>): void {
    const versions = this.versions.get(id) ?? [];
    this.versions.set(
      id,
      versions.map((version, at) => (at === versions.length - 1 ? { ...version, ...change } : version)),
    );
  }

  /** Deletes a secret with all its versions; false if there is none. */
  remove(id: string): boolean {
    if (!this.secrets.has(id)) return false;
    this.secrets.delete(id);
    this.versions.delete(id);
    return true;
  }

  /** The value of the newest version; null if there is none. */
  newest(id: string): string | null {
    const data = this.versions.get(id)?.at(-1)?.data ?? null;
    return data === null ? null : Buffer.from(data, "base64").toString("utf8");
  }
}
