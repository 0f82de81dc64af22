/**
 * The exports of a package or folder listed in `SVC_PROVIDERS`. The `peerDependencies` in its package.json state which
 * versions of this kit it works with.
 */
import type { Provider } from "./provider.ts";

/** The main export (`.`). */
export type ProviderModule = { provider: Provider };

/** A running simulated provider. */
export type RunningSimulator = { url: string; close(): Promise<void> };

/** An event that a sandbox sends to its own server, as the provider would. */
export type SampleEvent = {
  /** The provider's own name for its type. */
  type: string;
  /** The account that it belongs to, as deliveries name it. */
  account: string;
  secret: string;
  /** The provider's id for it. */
  id: string;
  /** When it is sent, in milliseconds since the epoch. */
  atMs: number;
};

/** The export `./simulator`, which is loaded only in a sandbox. */
export type SimulatorModule = {
  /** @param options.tokensFile a file of the sandbox in which the simulator may keep the tokens that it issues. */
  startSimulator(options?: { tokensFile?: string }): Promise<RunningSimulator>;
  /** The credentials that the simulator accepts, by name: end users' tokens, or the sandbox's OAuth app. */
  sandboxCredentials: Readonly<Record<string, string>>;
  /** Signs a sample of an event, for a provider with events; null if it is of no declared type. */
  signEvent?(event: SampleEvent): { headers: Readonly<Record<string, string>>; body: string } | null;
};
