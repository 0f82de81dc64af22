/** The provider through the server's own outbound client, against the simulated account. */
import type { AwsOptions } from "../../../packages/aws/test/secrets-traps.ts";
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import {
  awsCredential,
  startAwsParameterStoreSimulator,
  type ParametersSimulator,
  type Switches,
} from "../simulator/index.ts";
import { awsParameterStore } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated account and one key for it. */
export type Simulated = simulated.Simulated<ParametersSimulator>;

/** Starts the simulator and opens a channel to it; by default, the key has every permission the actions need. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  { credential = awsCredential("everything"), nowMs = Date.now, awsMs = nowMs }: AwsOptions = {},
): Promise<Simulated> {
  const simulator = await startAwsParameterStoreSimulator({ switches, nowMs: awsMs });
  const scenarios = scenariosOf(simulator.world);
  return simulated.openSimulated(awsParameterStore, simulator, { credential, scenarios, nowMs, simulatedMs: awsMs });
}
