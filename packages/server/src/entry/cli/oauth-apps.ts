/**
 * `svc-server oauth-apps`: sets, registers, lists and removes the apps that are registered with providers. No output has a secret.
 */
import type { Administration } from "../../domain/administration/port.ts";
import { timestampOrNull } from "../../domain/clock/timestamp.ts";
import { createStoredOAuthApps } from "../../domain/oauth/known-apps.ts";
import { registerAppFor, type SendRegistration } from "../../domain/oauth/registering.ts";
import { allOAuthApps } from "./administered.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import type { Rows } from "./io.ts";
import { openReviews } from "./mcp-providers.ts";

/** The options that identify an app. */
export type OAuthAppOptions = { serviceClient?: string };

/** Stores an app, with the secret from standard input. @throws OperatorFailure, ServiceError. */
export async function setOAuthApp(
  administration: Administration,
  { readSecret }: Pick<OperatorEnvironment, "readSecret">,
  provider: string,
  { clientId, name = "", serviceClient }: OAuthAppOptions & { clientId: string; name?: string },
): Promise<{ provider: string; serviceClient: string; clientId: string; name: string; updatedAt: string | null }> {
  const secret = (await readSecret()).trim();
  const body = { clientId, name, secret };
  const app = await administration.setOAuthApp({ params: { provider }, query: queryOf(serviceClient), body });
  return { provider, serviceClient: app.service_client_id ?? "", clientId, name, updatedAt: app.updatedAt };
}

/**
 * Registers an app at the authorization server of an MCP server, and stores it. Its secret is sealed, and never shown.
 * An app that is there already stays: connections belong to it.
 * @throws ServiceError
 */
export async function registerOAuthApp(
  deployment: OperatorDeployment,
  environment: OperatorEnvironment,
  provider: string,
  { name = "" }: { name?: string },
): Promise<object> {
  const { review } = await openReviews(deployment, environment).find(provider);
  const { oauthApps: store, vault, platform } = deployment;
  const apps = createStoredOAuthApps({ store, secrets: vault.oauthAppSecrets, platform });
  const send: SendRegistration = (endpoint, app) => environment.registerApp(endpoint, app, { sandbox: vault.sandbox });
  const { clientId, secretExpiresAt } = await registerAppFor(review, { name, apps, send });
  return {
    provider,
    clientId,
    name,
    secretExpiresAt: timestampOrNull(secretExpiresAt === null ? null : secretExpiresAt * 1000),
  };
}

/** Lists the stored apps, and those of the environment. */
export async function listOAuthApps(administration: Administration): Promise<Rows> {
  const apps = (await allOAuthApps(administration)).map(({ service_client_id: id, ...app }) => {
    const { provider, clientId, name, source, updatedAt, version } = app;
    return { provider, serviceClient: id ?? "", clientId, name, source, updatedAt, version };
  });
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
  administration: Administration,
  provider: string,
  { serviceClient }: OAuthAppOptions,
): Promise<object> {
  const removed = await administration.removeOAuthApp({ params: { provider }, query: queryOf(serviceClient) });
  return { provider, serviceClient: removed.service_client_id ?? "", clientId: removed.clientId, removed: true };
}

/** Returns the query of operations on an app. */
export function queryOf(serviceClient: string | undefined): { serviceClient?: string } {
  return serviceClient === undefined ? {} : { serviceClient };
}
