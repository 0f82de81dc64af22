/** The provider through the server's own outbound client, against the simulated vault. */
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { apps, startKeyVaultSimulator, type KeyVaultSimulator, type Switches } from "../simulator/index.ts";
import { azureKeyVault } from "../src/index.ts";
import { openChannel } from "./channel.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated vault with one app to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: KeyVaultSimulator;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/** Starts the simulator and opens a channel to it; by default, the app may do everything that the actions need. */
export async function openSimulated(
  app: keyof typeof apps = "everything",
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const simulator = await startKeyVaultSimulator({ switches });
  const channel = openChannel(simulator.url, apps[app]);
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
      const action = azureKeyVault.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(azureKeyVault, action, input, { credentialKind: "client_secret", send })).end;
    },
    async close() {
      await channel.close();
      await simulator.close();
    },
  };
}
