/** The provider through the server's own outbound client, against the simulated project. */
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import {
  accounts,
  startSecretManagerSimulator,
  type SecretManagerSimulator,
  type Switches,
} from "../simulator/index.ts";
import { googleSecretManager } from "../src/index.ts";
import { openChannel } from "./channel.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated project with one service account to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: SecretManagerSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it; by default, the account may do everything that the actions need. */
export async function openSimulated(
  account: keyof typeof accounts = "everything",
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  let passedMs = 0;
  const nowMs = () => Date.now() + passedMs;
  const simulator = await startSecretManagerSimulator({ switches, nowMs });
  const channel = openChannel(simulator.url, accounts[account], nowMs);
  const { credential, send } = channel;
  const { project_id, client_email } = credential;
  const connection = { credentialKind: "service_account_key", connectionFacts: { project_id, client_email } };
  return {
    simulator,
    credential,
    send,
    evidence: {
      ...losses(simulator),
      nowMs,
      pass: (ms) => void (passedMs += ms),
      lag: (changes) => simulator.world.set({ readLagChanges: changes }),
      scenarios: scenariosOf(simulator.world),
    },
    async run(id, input) {
      const action = googleSecretManager.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(googleSecretManager, action, input, { ...connection, send })).end;
    },
    async close() {
      await channel.close();
      await simulator.close();
    },
  };
}
