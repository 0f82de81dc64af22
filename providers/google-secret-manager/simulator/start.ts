/** Starts the simulated project on loopback. */
import { storeStarter, type StoreSimulator } from "@svc/simulator";
import { secretManagerApi } from "./api.ts";
import { SecretManagerWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type SecretManagerSimulator = StoreSimulator<SecretManagerWorld>;

export const startSecretManagerSimulator = storeStarter(
  secretManagerApi,
  (switches: Partial<Switches>, nowMs) => new SecretManagerWorld(switches, nowMs),
);
