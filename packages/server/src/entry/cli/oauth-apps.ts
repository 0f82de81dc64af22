/**
 * `svc-server oauth-apps`: sets, lists and removes the apps that are registered with providers. No output has a secret.
 */
import { readFileSync } from "node:fs";
import { createStoredOAuthApps, type StoredOAuthApps } from "../../domain/oauth/known-apps.ts";
import { setEventSecret, type SetSecretDeps } from "../../domain/provider-events/secrets.ts";
import { timestamp, timestampOrNull } from "../../domain/clock/timestamp.ts";
import type { ServiceClients } from "../../domain/service-clients/service-clients.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, type Rows } from "./io.ts";

/** The options that identify an app. */
export type OAuthAppOptions = { serviceClient?: string };

/**
 * Stores an app, with the secret from standard input, and the secret for its events from a file.
 * @throws OperatorFailure, ServiceError INVALID_REQUEST, NOT_FOUND.
 */
export async function setOAuthApp(
  { deployment, environment, clients }: Parts,
  provider: string,
  {
    clientId: appId,
    name = "",
    serviceClient,
    eventsSecretFile,
  }: OAuthAppOptions & { clientId: string; name?: string; eventsSecretFile?: string },
): Promise<object> {
  requireOAuth(environment, provider);
  if (eventsSecretFile !== undefined) requireEvents(environment, provider);
  const serviceClientId = await idOf(clients, serviceClient);
  // Before the app is set, so that a file that can't be read changes nothing.
  const eventsSecret = eventsSecretFile === undefined ? null : readEventsSecret(eventsSecretFile);
  const secret = (await environment.readSecret()).trim();
  const app = await openApps(deployment).set({ serviceClientId, provider, appId, name, secret });
  const shown = {
    provider,
    serviceClient: serviceClientId,
    clientId: appId,
    name,
    updatedAt: timestamp(app.updatedAt),
  };
  if (eventsSecret === null) return shown;
  await setEventSecret(
    secretParts(deployment),
    { serviceClientId, provider },
    { secret: eventsSecret, keepsOld: false },
  );
  return { ...shown, eventsPath: eventsPath(provider, appId) };
}

/**
 * Sets a new secret for an app's events, from standard input. The one before it works for another day.
 * @throws OperatorFailure, ServiceError INVALID_REQUEST, NOT_FOUND.
 */
export async function rotateEventsSecret(
  { deployment, environment, clients }: Parts,
  provider: string,
  { serviceClient }: OAuthAppOptions,
): Promise<object> {
  requireEvents(environment, provider);
  const serviceClientId = await idOf(clients, serviceClient);
  const secret = (await environment.readSecret()).trim();
  const change = { secret, keepsOld: true };
  const { appId, oldUntil } = await setEventSecret(secretParts(deployment), { serviceClientId, provider }, change);
  const oldSecretUntil = timestampOrNull(oldUntil);
  return {
    provider,
    serviceClient: serviceClientId,
    clientId: appId,
    eventsPath: eventsPath(provider, appId),
    oldSecretUntil,
  };
}

/** Where the provider sends the app's events, below the server's public URL. */
function eventsPath(provider: string, appId: string): string {
  return `/in/v1/${provider}/${encodeURIComponent(appId)}`;
}

function readEventsSecret(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new OperatorFailure(`The file ${path} can't be read.`);
  }
}

function secretParts({ oauthApps: apps, eventSecrets: store, vault, platform }: OperatorDeployment): SetSecretDeps {
  return { apps, store, secrets: vault.oauthAppSecrets, platform };
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

/** @throws OperatorFailure unless the provider has events. */
function requireEvents({ providers }: OperatorEnvironment, slug: string): void {
  const senders = providers.filter(({ hasEvents }) => hasEvents).map((provider) => provider.slug);
  if (senders.includes(slug)) return;
  throw new OperatorFailure(`${slug} has no events. These do: ${senders.join(", ")}.`);
}

/** @throws OperatorFailure unless users can connect to the provider with an OAuth app. */
export function requireOAuth({ providers }: OperatorEnvironment, slug: string): void {
  const takers = providers.filter(({ takesApp }) => takesApp).map((provider) => provider.slug);
  if (takers.includes(slug)) return;
  const isKnown = providers.some((provider) => provider.slug === slug);
  const what = isKnown ? `${slug} uses no OAuth app.` : `There is no provider ${slug}.`;
  throw new OperatorFailure(`${what} These do: ${takers.join(", ")}.`);
}
