/**
 * The exports of a package or folder listed in `SVC_PROVIDERS`. The `peerDependencies` in its package.json state which
 * versions of this kit it works with.
 */
import type { Provider } from "./provider.ts";

/** The main export (`.`). */
export type ProviderModule = { provider: Provider };

/** A running simulated provider. */
export type RunningSimulator = { url: string; close(): Promise<void> };

/** The export `./simulator`, which is loaded only in a sandbox. */
export type SimulatorModule = {
  /** @param options.tokensFile a file of the sandbox in which the simulator may keep the tokens that it issues. */
  startSimulator(options?: { tokensFile?: string }): Promise<RunningSimulator>;
  /** The credentials that the simulator accepts, by name: end users' tokens, or the sandbox's OAuth app. */
  sandboxCredentials: Readonly<Record<string, string>>;
};
