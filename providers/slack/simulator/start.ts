/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { slackApi } from "./api.ts";
import { slackWorld, type SlackWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface SlackSimulator extends Simulator {
  readonly world: SlackWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startSlackSimulator(options: { port?: number } = {}): Promise<SlackSimulator> {
  const world = slackWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: slackApi, world, ...options });
  return Object.assign(simulator, { world });
}
