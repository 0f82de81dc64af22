/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { jiraApi } from "./api.ts";
import { JiraWorld } from "./world.ts";

/** A running simulator with its state. */
export type JiraSimulator = StoreSimulator<JiraWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export function startJiraSimulator(options: { port?: number } = {}): Promise<JiraSimulator> {
  return startStore({ api: jiraApi, world: new JiraWorld(), ...options });
}
