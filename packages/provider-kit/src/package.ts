/**
 * What a package or folder exports that `SVC_PROVIDERS` names. Its package.json says with which versions of this kit it works,
 * in `peerDependencies`.
 */
import type { Provider } from "./provider.ts";

/** The main export (`.`). */
export type ProviderModule = { provider: Provider };

/** A running simulated provider. */
export type RunningSimulator = { url: string; close(): Promise<void> };

/** The export `./simulator`, which is only loaded in a sandbox. */
export type SimulatorModule = {
  startSimulator(): Promise<RunningSimulator>;
  /** What the simulator accepts, by name: end users' tokens, or the sandbox's OAuth app. */
  sandboxCredentials: Readonly<Record<string, string>>;
};
