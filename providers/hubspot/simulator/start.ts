/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { hubspotApi } from "./api.ts";
import { HubspotWorld } from "./world.ts";

/** A running simulator with its state. */
export type HubspotSimulator = StoreSimulator<HubspotWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export function startHubspotSimulator(options: { port?: number } = {}): Promise<HubspotSimulator> {
  return startStore({ api: hubspotApi, world: new HubspotWorld(), ...options });
}
