/** The registered providers, each with its simulator for the sandbox. */
import { doppler } from "@svc/provider-doppler";
import { hubspot } from "@svc/provider-hubspot";
import { notion } from "@svc/provider-notion";
import { jira } from "@svc/provider-jira";
import { linear } from "@svc/provider-linear";
import { gmail } from "@svc/provider-gmail";
import { slack } from "@svc/provider-slack";
import { googleSheets } from "@svc/provider-google-sheets";
import { googleDrive } from "@svc/provider-google-drive";
import { googleCalendar } from "@svc/provider-google-calendar";
import { github } from "@svc/provider-github";
import { stripe } from "@svc/provider-stripe";
import type { Provider, RunningSimulator } from "@svc/provider-kit";
import type { LoadedDigests } from "../domain/executions/loaded-providers.ts";
import type { ProviderSource } from "../domain/catalog/provider-source.ts";

/** A provider and its simulator, which is only loaded in a sandbox. */
export type RegisteredProvider = {
  provider: Provider;
  source: ProviderSource;
  startSimulator(): Promise<RunningSimulator>;
  /** What the simulator accepts, by name: end users' tokens, or the sandbox's OAuth app. */
  sandboxCredentials(): Promise<Readonly<Record<string, string>>>;
};

const inTheBox: readonly Omit<RegisteredProvider, "source">[] = [
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
  {
    provider: googleCalendar,
    startSimulator: async () =>
      (await import("@svc/provider-google-calendar/simulator")).startGoogleCalendarSimulator(),
    async sandboxCredentials() {
      const { clientId, clientSecret } = (await import("@svc/provider-google-calendar/simulator")).oauthApp;
      return {
        SVC_OAUTH_GOOGLE_CALENDAR_CLIENT_ID: clientId,
        SVC_OAUTH_GOOGLE_CALENDAR_CLIENT_SECRET: clientSecret,
      };
    },
  },
  {
    provider: googleDrive,
    startSimulator: async () => (await import("@svc/provider-google-drive/simulator")).startGoogleDriveSimulator(),
    async sandboxCredentials() {
      const { clientId, clientSecret } = (await import("@svc/provider-google-drive/simulator")).oauthApp;
      return { SVC_OAUTH_GOOGLE_DRIVE_CLIENT_ID: clientId, SVC_OAUTH_GOOGLE_DRIVE_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: googleSheets,
    startSimulator: async () => (await import("@svc/provider-google-sheets/simulator")).startGoogleSheetsSimulator(),
    async sandboxCredentials() {
      const { clientId, clientSecret } = (await import("@svc/provider-google-sheets/simulator")).oauthApp;
      return { SVC_OAUTH_GOOGLE_SHEETS_CLIENT_ID: clientId, SVC_OAUTH_GOOGLE_SHEETS_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: slack,
    startSimulator: async () => (await import("@svc/provider-slack/simulator")).startSlackSimulator(),
    async sandboxCredentials() {
      const { oauthApp, tokens } = await import("@svc/provider-slack/simulator");
      const { clientId, clientSecret } = oauthApp;
      return { ...tokens, SVC_OAUTH_SLACK_CLIENT_ID: clientId, SVC_OAUTH_SLACK_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: stripe,
    startSimulator: async () => (await import("@svc/provider-stripe/simulator")).startStripeSimulator(),
    sandboxCredentials: async () => (await import("@svc/provider-stripe/simulator")).tokens,
  },
  {
    provider: gmail,
    startSimulator: async () => (await import("@svc/provider-gmail/simulator")).startGmailSimulator(),
    async sandboxCredentials() {
      const { clientId, clientSecret } = (await import("@svc/provider-gmail/simulator")).oauthApp;
      return { SVC_OAUTH_GMAIL_CLIENT_ID: clientId, SVC_OAUTH_GMAIL_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: linear,
    startSimulator: async () => (await import("@svc/provider-linear/simulator")).startLinearSimulator(),
    async sandboxCredentials() {
      const { oauthApp, tokens } = await import("@svc/provider-linear/simulator");
      const { clientId, clientSecret } = oauthApp;
      return { ...tokens, SVC_OAUTH_LINEAR_CLIENT_ID: clientId, SVC_OAUTH_LINEAR_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: jira,
    startSimulator: async () => (await import("@svc/provider-jira/simulator")).startJiraSimulator(),
    async sandboxCredentials() {
      const { clientId, clientSecret } = (await import("@svc/provider-jira/simulator")).oauthApp;
      return { SVC_OAUTH_JIRA_CLIENT_ID: clientId, SVC_OAUTH_JIRA_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: notion,
    startSimulator: async () => (await import("@svc/provider-notion/simulator")).startNotionSimulator(),
    async sandboxCredentials() {
      const { oauthApp, tokens } = await import("@svc/provider-notion/simulator");
      const { clientId, clientSecret } = oauthApp;
      return { ...tokens, SVC_OAUTH_NOTION_CLIENT_ID: clientId, SVC_OAUTH_NOTION_CLIENT_SECRET: clientSecret };
    },
  },
  {
    provider: hubspot,
    startSimulator: async () => (await import("@svc/provider-hubspot/simulator")).startHubspotSimulator(),
    async sandboxCredentials() {
      const { oauthApp, tokens } = await import("@svc/provider-hubspot/simulator");
      const { clientId, clientSecret } = oauthApp;
      return { ...tokens, SVC_OAUTH_HUBSPOT_CLIENT_ID: clientId, SVC_OAUTH_HUBSPOT_CLIENT_SECRET: clientSecret };
    },
  },
];

/** Every provider in this version. */
export const registeredProviders: readonly RegisteredProvider[] = inTheBox.map((entry) => ({
  ...entry,
  source: { kind: "built_in" },
}));

/** Whether a provider is in this version. */
export function isBuiltIn(slug: string): boolean {
  return inTheBox.some(({ provider }) => provider.slug === slug);
}

/** The digests of the providers that aren't in the box. */
export function digestsOf(providers: readonly RegisteredProvider[]): LoadedDigests {
  return Object.fromEntries(
    providers.flatMap(({ provider: { slug }, source }) =>
      source.kind === "loaded" ? [[slug, source.digest] as const] : [],
    ),
  );
}
