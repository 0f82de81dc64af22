/** Starts the simulated provider on loopback. */
import { startSimulator, type Simulator } from "@svc/simulator";
import { jiraApi } from "./api.ts";
import { jiraWorld, type JiraWorld } from "./world.ts";

/** What the simulator accepts, by name. */
export const tokens = { apiKey: `key-${"simulated0".repeat(3)}` } as const;

/** A running simulator of the provider, its state in reach. */
export interface JiraSimulator extends Simulator {
  readonly world: JiraWorld;
}

/** Starts the simulator on a port of 127.0.0.1, a free one where none is given. Rejects when the port is taken. */
export async function startJiraSimulator(options: { port?: number } = {}): Promise<JiraSimulator> {
  const world = jiraWorld(tokens.apiKey);
  const simulator = await startSimulator({ api: jiraApi, world, ...options });
  return Object.assign(simulator, { world });
}
