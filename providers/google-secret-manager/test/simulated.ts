/** The provider through the server's own outbound client, against the simulated project. */
import * as simulated from "../../../packages/server/test/simulated-provider.ts";
import {
  accounts,
  startSecretManagerSimulator,
  type SecretManagerSimulator,
  type Switches,
} from "../simulator/index.ts";
import { googleSecretManager } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated project and one service account for it. */
export type Simulated = simulated.Simulated<SecretManagerSimulator>;

/** Starts the simulator and opens a channel to it; by default, the account has every permission the actions need. */
export async function openSimulated(
  switches: Partial<Switches> = {},
  account: keyof typeof accounts = "everything",
): Promise<Simulated> {
  let passedMs = 0;
  const nowMs = () => Date.now() + passedMs;
  const simulator = await startSecretManagerSimulator({ switches, nowMs });
  return simulated.openSimulated(googleSecretManager, simulator, {
    credential: accounts[account],
    scenarios: scenariosOf(simulator.world),
    nowMs,
    pass: (ms) => void (passedMs += ms),
  });
}
