/** The providers that this server knows: one line each, and its simulator for the sandbox. */
import { doppler } from "@svc/provider-doppler";
import type { Provider } from "@svc/provider-kit";

/** A running simulated provider. */
export type RunningSimulator = { url: string; close(): Promise<void> };

/** A provider, and how its simulator starts; simulators are loaded by sandboxes only. */
export type RegisteredProvider = {
  provider: Provider;
  startSimulator(): Promise<RunningSimulator>;
  /** Credentials that the simulator accepts, by name. */
  sandboxCredentials(): Promise<Readonly<Record<string, string>>>;
};

/** Every provider of the code. */
export const registeredProviders: readonly RegisteredProvider[] = [
  {
    provider: doppler,
    startSimulator: async () => (await import("@svc/provider-doppler/simulator")).startDopplerSimulator(),
    sandboxCredentials: async () => (await import("@svc/provider-doppler/simulator")).tokens,
  },
];
