/** Starts the simulated provider on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { notionApi } from "./api.ts";
import { NotionWorld } from "./world.ts";

/** A running simulator with its state. */
export type NotionSimulator = StoreSimulator<NotionWorld>;

/** Starts the simulator on a port of 127.0.0.1, a free one if none is given. Rejects if the port is taken. */
export function startNotionSimulator(options: { port?: number } = {}): Promise<NotionSimulator> {
  return startStore({ api: notionApi, world: new NotionWorld(), ...options });
}
