/** The administration of OAuth apps. No result has a secret. */
import { timingSafeEqual } from "node:crypto";
import { ServiceError, type OperatedOAuthApp } from "@svc/contract";
import { timestamp } from "../clock/timestamp.ts";
import { appVersion, type StoredOAuthApp } from "../oauth/app.ts";
import { createStoredOAuthApps } from "../oauth/known-apps.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

type OAuthAppAdministration = Pick<
  Administration,
  "listOAuthApps" | "setOAuthApp" | "removeOAuthApp" | "checkOAuthAppSecret"
>;

/** Creates the operations. */
export function createOAuthAppAdministration(
  { store, vault, platform, actor, providers, environmentApps }: AdministrationDeps,
  clients: Pick<ServiceClients, "find">,
): OAuthAppAdministration {
  const secrets = vault.oauthAppSecrets;
  const apps = createStoredOAuthApps({ store: store.oauthApps, secrets, platform, actor });
  const idOf = async (client: string | undefined): Promise<string> =>
    client === undefined ? "" : (await clients.find(client)).id;
  return {
    async listOAuthApps() {
      const given = environmentApps().map((provider): OperatedOAuthApp => {
        const none = { service_client_id: null, clientId: "", name: "", updatedAt: null, version: null };
        return { provider, ...none, source: "environment" };
      });
      return { oauthApps: [...(await apps.list()).map(presentApp), ...given], nextCursor: null };
    },
    async setOAuthApp({ params: { provider }, query, body: { clientId: appId, name = "", secret }, expectedVersion }) {
      refuseWithoutApp(provider, providers());
      const serviceClientId = await idOf(query.serviceClient);
      return presentApp(await apps.set({ serviceClientId, provider, appId, name, secret }, expectedVersion));
    },
    async removeOAuthApp({ params: { provider }, query, expectedVersion }) {
      const serviceClientId = await idOf(query.serviceClient);
      const { appId } = await apps.remove({ serviceClientId, provider }, expectedVersion ?? undefined);
      return { provider, service_client_id: serviceClientId || null, clientId: appId };
    },
    async checkOAuthAppSecret({ params: { provider }, query, body }) {
      const serviceClientId = await idOf(query.serviceClient);
      const app = (await apps.list()).find((one) => isOf(one, serviceClientId, provider));
      const secret = app === undefined ? null : await secrets.open(app, app.secret);
      return { isSame: secret !== null && isSameText(secret, body.secret) };
    },
  };
}

function isOf(app: StoredOAuthApp, serviceClientId: string, provider: string): boolean {
  return app.serviceClientId === serviceClientId && app.provider === provider;
}

function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function presentApp(app: StoredOAuthApp): OperatedOAuthApp {
  return {
    provider: app.provider,
    service_client_id: app.serviceClientId || null,
    clientId: app.appId,
    name: app.name,
    source: "database",
    updatedAt: timestamp(app.updatedAt),
    version: appVersion(app),
  };
}

/** @throws ServiceError INVALID_REQUEST unless users can connect to the provider with an OAuth app. */
export function refuseWithoutApp(slug: string, providers: readonly { slug: string; takesApp: boolean }[]): void {
  const takers = providers.filter(({ takesApp }) => takesApp).map((provider) => provider.slug);
  if (takers.includes(slug)) return;
  const isKnown = providers.some((provider) => provider.slug === slug);
  const what = isKnown ? `${slug} uses no OAuth app.` : `There is no provider ${slug}.`;
  throw new ServiceError("INVALID_REQUEST", { detail: `${what} These do: ${takers.join(", ")}.` });
}
