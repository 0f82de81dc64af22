/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { notionApi } from "./api.ts";
import { notionWorld, type NotionWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface NotionSimulator extends Simulator {
  readonly world: NotionWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startNotionSimulator(options: { port?: number } = {}): Promise<NotionSimulator> {
  const world = notionWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: notionApi, world, ...options });
  return Object.assign(simulator, { world });
}
