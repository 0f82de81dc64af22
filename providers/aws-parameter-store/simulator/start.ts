/** Starts the simulated account on loopback. */
import { storeStarter, type StoreSimulator } from "@svc/simulator";
import { parametersApi } from "./api.ts";
import { ParametersWorld, type Switches } from "./world.ts";

/** A running simulator. */
export type ParametersSimulator = StoreSimulator<ParametersWorld>;

export const startAwsParameterStoreSimulator = storeStarter(
  parametersApi,
  (switches: Partial<Switches>) => new ParametersWorld(switches),
);
