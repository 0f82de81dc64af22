/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { gmailApi } from "./api.ts";
import { gmailWorld, type GmailWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface GmailSimulator extends Simulator {
  readonly world: GmailWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startGmailSimulator(options: { port?: number } = {}): Promise<GmailSimulator> {
  const world = gmailWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: gmailApi, world, ...options });
  return Object.assign(simulator, { world });
}
