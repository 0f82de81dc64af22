/** The provider through the server's own outbound client, against the simulated account. */
import type { AwsOptions } from "../../../packages/aws/test/secrets-traps.ts";
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import {
  awsCredential,
  startAwsSecretsManagerSimulator,
  type SecretsSimulator,
  type Switches,
} from "../simulator/index.ts";
import { awsSecretsManager } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated account and one key for it. */
export type Simulated = simulated.Simulated<SecretsSimulator>;

/** Starts the simulator and opens a channel to it; by default, the key has every permission the actions need. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  { credential = awsCredential("everything"), nowMs = Date.now, awsMs = nowMs }: AwsOptions = {},
): Promise<Simulated> {
  const simulator = await startAwsSecretsManagerSimulator({ switches, nowMs: awsMs });
  const scenarios = scenariosOf(simulator.world);
  return simulated.openSimulated(awsSecretsManager, simulator, { credential, scenarios, nowMs, simulatedMs: awsMs });
}
