/** The registered providers, each with its simulator for the sandbox. */
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import type { Provider } from "@svc/provider-kit";

/** A running simulated provider. */
export type RunningSimulator = { url: string; close(): Promise<void> };

/** A provider and its simulator, which is only loaded in a sandbox. */
export type RegisteredProvider = {
  provider: Provider;
  startSimulator(): Promise<RunningSimulator>;
  /** What the simulator accepts, by name: end users' tokens, or the sandbox's OAuth app. */
  sandboxCredentials(): Promise<Readonly<Record<string, string>>>;
};

/** Every provider in this version. */
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
