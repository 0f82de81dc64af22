/** The provider through the server's own outbound client, against the simulated cluster. */
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { startVaultSimulator, tokens, type Switches, type VaultSimulator } from "../simulator/index.ts";
import { vaultAuth } from "../src/auth.ts";
import { vault } from "../src/index.ts";
import { openChannel, type Given } from "./channel.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated cluster with one credential to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: VaultSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it; by default, with a token that may do everything that the actions need. */
export async function openSimulated(
  given: Given = { access_token: tokens.everything },
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startVaultSimulator({ switches });
  const channel = openChannel(simulator.url, given);
  const { credential, send } = channel;
  return {
    simulator,
    credential,
    send,
    evidence: {
      ...losses(simulator),
      nowMs: () => Date.now(),
      lag: (changes) => simulator.world.set({ readLagChanges: changes }),
      scenarios: scenariosOf(simulator.world),
    },
    async run(id, input) {
      const action = vault.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(vault, action, input, { credentialKind: vaultAuth.credentialKind(credential), send }))
        .end;
    },
    async close() {
      await channel.close();
      await simulator.close();
    },
  };
}
