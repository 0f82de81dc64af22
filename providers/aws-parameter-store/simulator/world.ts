/** The simulated account: parameters, each with its newest version only. */
import { awsPositions, awsSwitches, type AwsSwitches } from "@svc/aws/simulator";
import { commonSwitches, Store } from "@svc/simulator";

export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly type: string;
  /** The KMS key of a SecureString; "" for other types. */
  readonly keyId: string;
  readonly description: string;
  readonly version: number;
  readonly modifiedMs: number;
}

/** The switches of the simulated account. */
export interface Switches extends AwsSwitches {
  /** Whether a list begins with an empty page, which the documentation allows. */
  emptyPages: boolean;
}

const defaults: Switches = { ...commonSwitches, ...awsSwitches, emptyPages: false };
const seededMs = Date.parse("2026-01-02T00:00:00Z");

/** The account's AWS managed key. */
export const defaultKey = "alias/aws/ssm";

/** The state. */
export class ParametersWorld extends Store<Switches> {
  readonly parameters = this.collection<Parameter, "name">({ key: "name" });

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions: awsPositions }, switches);
    this.reset();
  }

  protected override seed(): void {
    for (const [name, value, more] of [
      ["/app/prod/API_KEY", "canary-prod-api-key", {}],
      ["/app/prod/DB_PASSWORD", "canary-db", { description: "Of the owner.", keyId: "alias/own" }],
      ["/app/prod/PLAIN", "canary-plain", { type: "String", keyId: "" }],
      ["/app/prod/eu/API_KEY", "canary-deeper", {}],
      ["/app/production/API_KEY", "canary-production", {}],
      ["/app/dev/API_KEY", "canary-dev-api-key", {}],
      ["/shop/prod/TOKEN", "canary-shop-token", {}],
      ["flat", "canary-flat", {}],
    ] as const) {
      this.write({ name, value, ...more }, seededMs);
    }
  }

  /**
   * Writes a parameter's next version. Omitted properties get AWS's defaults, except the type of an existing parameter.
   */
  write(given: Partial<Parameter> & Pick<Parameter, "name" | "value">, nowMs: number): Parameter {
    const known = this.parameters.get(given.name);
    const common = { type: known?.type ?? "SecureString", keyId: defaultKey, description: "" };
    return this.parameters.put({ ...common, ...given, version: (known?.version ?? 0) + 1, modifiedMs: nowMs });
  }
}
