/**
 * `svc-server oauth-apps`: sets, lists and removes the apps that are registered with providers. No output has a secret.
 */
import type { Administration } from "../../domain/administration/port.ts";
import type { OperatorEnvironment } from "./environment.ts";
import type { Rows } from "./io.ts";

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

/** Lists the stored apps, and those of the environment. */
export async function listOAuthApps(administration: Administration): Promise<Rows> {
  const apps = (await administration.listOAuthApps({})).oauthApps.map(({ service_client_id: id, ...app }) => {
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

function queryOf(serviceClient: string | undefined): { serviceClient?: string } {
  return serviceClient === undefined ? {} : { serviceClient };
}
