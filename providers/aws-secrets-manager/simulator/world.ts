/** The simulated account: secrets with their versions. */
import { accountId, awsPositions, awsSwitches, type AwsSwitches } from "@svc/aws/simulator";
import { commonSwitches, Store, uuidOf } from "@svc/simulator";

/** One version; `value` is null if it is binary. */
export interface Version {
  readonly id: string;
  readonly value: string | null;
  readonly stages: readonly string[];
  readonly createdMs: number;
}

/** A secret with all its versions, oldest first. */
export interface Secret {
  readonly name: string;
  readonly arn: string;
  /** When it will be deleted; null if that isn't scheduled. */
  readonly deletedMs: number | null;
  readonly versions: readonly Version[];
}

/** The switches of the simulated account. */
export interface Switches extends AwsSwitches {
  /** Whether the versions of a secret scheduled for deletion can be listed, which the documentation leaves open. */
  scheduledVersions: "listed" | "refused";
}

const defaults: Switches = { ...commonSwitches, ...awsSwitches, scheduledVersions: "listed" };
const seededMs = Date.parse("2026-01-02T00:00:00Z");

/** The state. */
export class SecretsWorld extends Store<Switches> {
  readonly secrets = this.collection<Secret, "name">({ key: "name" });
  #made = 0;

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions: { ...awsPositions, scheduledVersions: ["listed", "refused"] } }, switches);
    this.reset();
  }

  protected override seed(): void {
    for (const [name, value] of [
      ["app/prod/API_KEY", "canary-prod-api-key"],
      ["app/prod/DB_PASSWORD", "canary-prod-db-password"],
      ["app/prod/BINARY", null],
      ["app/prod/SCHEDULED", "canary-scheduled"],
      ["app/prod/eu/API_KEY", "canary-deeper"],
      ["app/production/API_KEY", "canary-production"],
      ["app/dev/API_KEY", "canary-dev-api-key"],
      ["shop/prod/TOKEN", "canary-shop-token"],
      ["flat", "canary-flat"],
    ] as const) {
      this.write(name, value, uuidOf(`version of ${name}`), seededMs);
    }
    this.schedule("app/prod/SCHEDULED", seededMs);
  }

  /** Adds a version and makes it the current one; creates the secret if there is none. */
  write(name: string, value: string | null, id: string, nowMs: number): Secret {
    const known = this.secrets.get(name);
    this.#made += 1;
    const ending = uuidOf(`secret ${this.#made}`).slice(0, 6);
    const arn = known?.arn ?? `arn:aws:secretsmanager:eu-west-1:${accountId}:secret:${name}-${ending}`;
    const stageOf = (version: Version): readonly string[] =>
      version.stages.includes("AWSCURRENT") ? ["AWSPREVIOUS"] : [];
    const earlier = (known?.versions ?? []).map((version) => ({ ...version, stages: stageOf(version) }));
    const version: Version = { id, value, stages: ["AWSCURRENT"], createdMs: nowMs };
    return this.secrets.put({ name, arn, deletedMs: null, versions: [...earlier, version] });
  }

  /** Schedules a secret for deletion. */
  schedule(name: string, atMs: number): void {
    this.secrets.update(name, { deletedMs: atMs });
  }

  /** The secret, unless it is scheduled for deletion. */
  live(name: string): Secret | undefined {
    const secret = this.secrets.get(name);
    return secret?.deletedMs === null ? secret : undefined;
  }
}
