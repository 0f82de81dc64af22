/** The secrets with which providers sign the events of OAuth apps. They are set on the machine. */
import { readFileSync } from "node:fs";
import { timestampOrNull } from "../../domain/clock/timestamp.ts";
import { setEventSecret, type SetSecretDeps } from "../../domain/provider-events/secrets.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { OperatorFailure } from "./io.ts";

type Parts = { deployment: OperatorDeployment; environment: OperatorEnvironment };

/** An app as `oauth-apps set` prints it. */
type SetApp = { serviceClient: string; clientId: string };

/**
 * Sets an app, and the secret for its events from a file.
 * @param parts.set sets the app. It isn't called if the file can't be read.
 * @throws OperatorFailure, ServiceError.
 */
export async function setWithEventsSecret(
  { deployment, environment, set }: Parts & { set: () => Promise<SetApp> },
  provider: string,
  file: string,
): Promise<object> {
  requireEvents(environment, provider);
  const secret = readEventsSecret(file);
  const app = await set();
  const identity = { serviceClientId: app.serviceClient, provider };
  await setEventSecret(secretParts(deployment), identity, { secret, keepsOld: false });
  return { ...app, eventsPath: eventsPath(provider, app.clientId) };
}

/**
 * Sets a new secret for an app's events, from standard input. The one before it works for another day.
 * @throws OperatorFailure, ServiceError INVALID_REQUEST, NOT_FOUND.
 */
export async function rotateEventsSecret(
  { deployment, environment }: Parts,
  provider: string,
  serviceClientId: string,
): Promise<object> {
  requireEvents(environment, provider);
  const secret = (await environment.readSecret()).trim();
  const change = { secret, keepsOld: true };
  const { appId, oldUntil } = await setEventSecret(secretParts(deployment), { serviceClientId, provider }, change);
  return {
    provider,
    serviceClient: serviceClientId,
    clientId: appId,
    eventsPath: eventsPath(provider, appId),
    oldSecretUntil: timestampOrNull(oldUntil),
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

/** @throws OperatorFailure unless the provider has events. */
function requireEvents({ providers }: OperatorEnvironment, slug: string): void {
  const senders = providers.filter(({ hasEvents }) => hasEvents).map((provider) => provider.slug);
  if (senders.includes(slug)) return;
  throw new OperatorFailure(`${slug} has no events. These do: ${senders.join(", ")}.`);
}
