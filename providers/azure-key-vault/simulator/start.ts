/** Starts the simulated vault on loopback, with the token endpoint of its tenant. */
import { storeStarter, type StoreSimulator } from "@svc/simulator";
import { keyVaultApi } from "./api.ts";
import { KeyVaultWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type KeyVaultSimulator = StoreSimulator<KeyVaultWorld>;

export const startKeyVaultSimulator = storeStarter(
  keyVaultApi,
  (switches: Partial<Switches>) => new KeyVaultWorld(switches),
);
