/** The provider through the server's own outbound client, against the simulated account. */
import { runAction, type ProviderWorld, type RunEnd } from "@svc/provider-kit/testing";
import { losses } from "@svc/simulator";
import { openAwsChannel, type AwsChannel } from "../../../packages/aws/test/channel.ts";
import {
  awsCredential,
  startAwsSecretsManagerSimulator,
  type SecretsSimulator,
  type Switches,
} from "../simulator/index.ts";
import { awsSecretsManager } from "../src/index.ts";
import { scenariosOf } from "./scenarios.ts";

/** A simulated account with one key to talk to it. `close` closes both sides. */
export type Simulated = ProviderWorld & {
  simulator: SecretsSimulator;
  channel: AwsChannel;
  run: (id: string, input: unknown) => Promise<RunEnd>;
};

/**
 * Starts the simulator and opens a channel to it; by default, the key may do everything that the actions need.
 * @param options.nowMs our clock; @param options.awsMs that of AWS, ours by default.
 */
export async function openSimulated(
  options: { credential?: object; nowMs?: () => number; awsMs?: () => number } = {},
  switches: Partial<Switches> = {},
): Promise<Simulated> {
  const { credential = awsCredential("everything"), nowMs = () => Date.now(), awsMs = nowMs } = options;
  const simulator = await startAwsSecretsManagerSimulator({ switches, nowMs: awsMs });
  const channel = openAwsChannel(awsSecretsManager, simulator.url, credential, nowMs);
  return {
    simulator,
    channel,
    credential,
    send: channel.send,
    evidence: {
      ...losses(simulator),
      nowMs: awsMs,
      lag: (changes) => simulator.world.set({ readLagChanges: changes }),
      scenarios: scenariosOf(simulator.world),
    },
    async run(id, input) {
      const action = awsSecretsManager.actions.find((candidate) => candidate.id === id);
      if (action === undefined) throw new RangeError(`There is no action ${id}.`);
      return (await runAction(awsSecretsManager, action, input, channel)).end;
    },
    async close() {
      await channel.close();
      await simulator.close();
    },
  };
}
