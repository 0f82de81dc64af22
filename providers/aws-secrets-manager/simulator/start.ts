/** Starts the simulated account on loopback. */
import { storeStarter, type StoreSimulator } from "@svc/simulator";
import { secretsApi } from "./api.ts";
import { SecretsWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type SecretsSimulator = StoreSimulator<SecretsWorld>;

export const startAwsSecretsManagerSimulator = storeStarter(
  secretsApi,
  (switches: Partial<Switches>) => new SecretsWorld(switches),
);
