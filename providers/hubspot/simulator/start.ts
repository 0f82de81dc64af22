/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { hubspotApi } from "./api.ts";
import { hubspotWorld, type HubspotWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface HubspotSimulator extends Simulator {
  readonly world: HubspotWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startHubspotSimulator(options: { port?: number } = {}): Promise<HubspotSimulator> {
  const world = hubspotWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: hubspotApi, world, ...options });
  return Object.assign(simulator, { world });
}
