/**
 * `svc-server oauth-apps`: sets, lists and removes the apps that are registered with providers. No output has a secret.
 */
import { createStoredOAuthApps, type StoredOAuthApps } from "../../domain/oauth/known-apps.ts";
import { timestamp } from "../../domain/clock/timestamp.ts";
import type { ServiceClients } from "../../domain/service-clients/service-clients.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, type Rows } from "./io.ts";

/** The options that identify an app. */
export type OAuthAppOptions = { serviceClient?: string };

/**
 * Stores an app, with the secret from standard input.
 * @throws OperatorFailure, ServiceError INVALID_REQUEST, NOT_FOUND.
 */
export async function setOAuthApp(
  { deployment, environment, clients }: Parts,
  provider: string,
  { clientId: appId, name = "", serviceClient }: OAuthAppOptions & { clientId: string; name?: string },
): Promise<object> {
  requireOAuth(environment, provider);
  const serviceClientId = await idOf(clients, serviceClient);
  const secret = (await environment.readSecret()).trim();
  const app = await openApps(deployment).set({ serviceClientId, provider, appId, name, secret });
  return { provider, serviceClient: serviceClientId, clientId: appId, name, updatedAt: timestamp(app.updatedAt) };
}

/** Lists the stored apps, and those of the environment. */
export async function listOAuthApps({ deployment, environment }: Parts): Promise<Rows> {
  const stored = (await openApps(deployment).list()).map(({ provider, serviceClientId, appId, name, updatedAt }) => {
    return {
      provider,
      serviceClient: serviceClientId,
      clientId: appId,
      name,
      source: "database",
      updatedAt: timestamp(updatedAt),
    };
  });
  const given = (environment.setting()?.oauthApps ?? []).map((provider) => {
    return { provider, serviceClient: "", clientId: "", name: "", source: "environment", updatedAt: null };
  });
  const apps = [...stored, ...given];
  return {
    document: { oauthApps: apps },
    headings: ["PROVIDER", "SERVICE CLIENT", "CLIENT ID", "NAME", "FROM"],
    rows: apps.map(({ provider, serviceClient, clientId, name, source }) => {
      return [provider, serviceClient || "(all)", clientId || "-", name || "-", source];
    }),
  };
}

/** Removes a stored app. @throws ServiceError NOT_FOUND. */
export async function removeOAuthApp(
  { deployment, clients }: Parts,
  provider: string,
  { serviceClient }: OAuthAppOptions,
): Promise<object> {
  const serviceClientId = await idOf(clients, serviceClient);
  const { appId } = await openApps(deployment).remove({ serviceClientId, provider });
  return { provider, serviceClient: serviceClientId, clientId: appId, removed: true };
}

type Parts = { deployment: OperatorDeployment; environment: OperatorEnvironment; clients: ServiceClients };

function openApps({ oauthApps: store, vault, platform }: OperatorDeployment): StoredOAuthApps {
  return createStoredOAuthApps({ store, secrets: vault.oauthAppSecrets, platform });
}

async function idOf(clients: ServiceClients, given: string | undefined): Promise<string> {
  return given === undefined ? "" : (await clients.find(given)).id;
}

/** @throws OperatorFailure unless users can connect to the provider with an OAuth app. */
export function requireOAuth({ providers }: OperatorEnvironment, slug: string): void {
  const takers = providers.filter(({ takesApp }) => takesApp).map((provider) => provider.slug);
  if (takers.includes(slug)) return;
  const isKnown = providers.some((provider) => provider.slug === slug);
  const what = isKnown ? `${slug} uses no OAuth app.` : `There is no provider ${slug}.`;
  throw new OperatorFailure(`${what} These do: ${takers.join(", ")}.`);
}
