/** The providers that this server knows: one line each, and its simulator for the sandbox. */
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import type { Provider } from "@svc/provider-kit";

/** A running simulated provider. */
export type RunningSimulator = { url: string; close(): Promise<void> };

/** A provider, and how its simulator starts; simulators are loaded by sandboxes only. */
export type RegisteredProvider = {
  provider: Provider;
  startSimulator(): Promise<RunningSimulator>;
  /** What the simulator accepts, by name: tokens of end users, or the OAuth app that a sandbox is set up with. */
  sandboxCredentials(): Promise<Readonly<Record<string, string>>>;
};

/** Every provider of the code. */
export const registeredProviders: readonly RegisteredProvider[] = [
  {
    provider: doppler,
    startSimulator: async () => (await import("@svc/provider-doppler/simulator")).startDopplerSimulator(),
    sandboxCredentials: async () => (await import("@svc/provider-doppler/simulator")).tokens,
  },
  {
    provider: github,
    startSimulator: async () => (await import("@svc/provider-github/simulator")).startGithubSimulator(),
    async sandboxCredentials() {
      const { clientId, clientSecret } = (await import("@svc/provider-github/simulator")).oauthApp;
      return { SVC_OAUTH_GITHUB_CLIENT_ID: clientId, SVC_OAUTH_GITHUB_CLIENT_SECRET: clientSecret };
    },
  },
];
