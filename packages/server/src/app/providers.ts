/** The registered providers, each with its simulator for the sandbox. */
import type { Action } from "@svc/contract";
import { awsParameterStore } from "@svc/provider-aws-parameter-store";
import { awsSecretsManager } from "@svc/provider-aws-secrets-manager";
import { azureKeyVault } from "@svc/provider-azure-key-vault";
import { doppler } from "@svc/provider-doppler";
import { github } from "@svc/provider-github";
import { gmail } from "@svc/provider-gmail";
import { googleCalendar } from "@svc/provider-google-calendar";
import { googleDrive } from "@svc/provider-google-drive";
import { googleSecretManager } from "@svc/provider-google-secret-manager";
import { googleSheets } from "@svc/provider-google-sheets";
import { hubspot } from "@svc/provider-hubspot";
import { infisical } from "@svc/provider-infisical";
import { jira } from "@svc/provider-jira";
import type { Provider, RunningSimulator, SimulatorModule } from "@svc/provider-kit";
import { linear } from "@svc/provider-linear";
import { notion } from "@svc/provider-notion";
import { onepassword } from "@svc/provider-onepassword";
import { slack } from "@svc/provider-slack";
import { stripe } from "@svc/provider-stripe";
import { vault } from "@svc/provider-vault";
import { presentAction } from "../domain/catalog/present.ts";
import type { LoadedDigests } from "../domain/executions/port.ts";

/** A provider and its simulator, which is only loaded in a sandbox. */
export type RegisteredProvider = {
  provider: Provider;
  source: ProviderSource;
  /** @param tokensFile the file in which it keeps the tokens that it issues, so that connections survive a restart. */
  startSimulator(tokensFile?: string): Promise<RunningSimulator>;
  /** The credentials that the simulator accepts, by name: end users' tokens, or the sandbox's OAuth app. */
  sandboxCredentials(): Promise<Readonly<Record<string, string>>>;
  /** How the simulator signs samples of events; undefined if it doesn't. */
  signEvent(): Promise<SimulatorModule["signEvent"]>;
};

/** Every provider in this version. */
export const registeredProviders: readonly RegisteredProvider[] = [
  boxed(doppler, () => import("@svc/provider-doppler/simulator")),
  boxed(github, () => import("@svc/provider-github/simulator")),
  boxed(googleCalendar, () => import("@svc/provider-google-calendar/simulator")),
  boxed(googleDrive, () => import("@svc/provider-google-drive/simulator")),
  boxed(googleSheets, () => import("@svc/provider-google-sheets/simulator")),
  boxed(slack, () => import("@svc/provider-slack/simulator")),
  boxed(stripe, () => import("@svc/provider-stripe/simulator")),
  boxed(gmail, () => import("@svc/provider-gmail/simulator")),
  boxed(linear, () => import("@svc/provider-linear/simulator")),
  boxed(jira, () => import("@svc/provider-jira/simulator")),
  boxed(notion, () => import("@svc/provider-notion/simulator")),
  boxed(hubspot, () => import("@svc/provider-hubspot/simulator")),
  boxed(vault, () => import("@svc/provider-vault/simulator")),
  boxed(infisical, () => import("@svc/provider-infisical/simulator")),
  boxed(onepassword, () => import("@svc/provider-onepassword/simulator")),
  boxed(awsSecretsManager, () => import("@svc/provider-aws-secrets-manager/simulator")),
  boxed(awsParameterStore, () => import("@svc/provider-aws-parameter-store/simulator")),
  boxed(azureKeyVault, () => import("@svc/provider-azure-key-vault/simulator")),
  boxed(googleSecretManager, () => import("@svc/provider-google-secret-manager/simulator")),
];

/** A built-in provider. @param simulator its module, which a live deployment never loads. */
function boxed(provider: Provider, simulator: () => Promise<SimulatorModule>): RegisteredProvider {
  return {
    provider,
    source: { kind: "built_in" },
    startSimulator: async (tokensFile) => await startWith(await simulator(), tokensFile),
    sandboxCredentials: async () => (await simulator()).sandboxCredentials,
    signEvent: async () => (await simulator()).signEvent,
  };
}

/** Starts a simulator. @param tokensFile the file in which it may keep the tokens that it issues. */
export async function startWith(
  { startSimulator }: Pick<SimulatorModule, "startSimulator">,
  tokensFile: string | undefined,
): Promise<RunningSimulator> {
  return await startSimulator(tokensFile === undefined ? {} : { tokensFile });
}

/** Whether a provider is in this version. */
export function isBuiltIn(slug: string): boolean {
  return registeredProviders.some(({ provider }) => provider.slug === slug);
}

/** The digests of the providers that aren't built in. */
export function digestsOf(providers: readonly RegisteredProvider[]): LoadedDigests {
  return Object.fromEntries(
    providers.flatMap(({ provider: { slug }, source }) =>
      source.kind === "loaded" ? [[slug, source.digest] as const] : [],
    ),
  );
}

/** Every built-in action in the contract's form, for the SDK's types. */
export function codedActions(): Action[] {
  return registeredProviders.flatMap(({ provider }) =>
    provider.actions.map((action) => presentAction(provider.slug, action)),
  );
}

/** The source of a provider: built in, a package or folder from `SVC_PROVIDERS`, or a description in the database. */
export type ProviderSource =
  | { kind: "built_in" }
  | {
      kind: "described";
      /** The address of the MCP server. */
      url: string;
      /** How often its description was changed. */
      version: number;
      /** SHA-256 over its description, in hexadecimal. */
      digest: string;
    }
  | {
      kind: "loaded";
      /** Its name in `SVC_PROVIDERS`. */
      given: string;
      /** The package's name and version. */
      name: string;
      version: string;
      /** SHA-256 over its files, in hexadecimal. */
      digest: string;
      folder: string;
    };
