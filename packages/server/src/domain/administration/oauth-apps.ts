/** The administration of OAuth apps. No result has a stored secret. */
import { timingSafeEqual } from "node:crypto";
import { ServiceError, type OperatedOAuthApp } from "@svc/contract";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import { appVersion, type StoredOAuthApp } from "../oauth/app.ts";
import { createStoredOAuthApps } from "../oauth/known-apps.ts";
import { eventSecretVersion, type StoredEventSecret } from "../provider-events/port.ts";
import { expectSecret } from "../provider-events/offered-secrets.ts";
import { identityOf, setEventSecret } from "../provider-events/secrets.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import { keyedPage } from "./pages.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

type OAuthAppAdministration = Pick<
  Administration,
  | "listOAuthApps"
  | "setOAuthApp"
  | "removeOAuthApp"
  | "checkOAuthAppSecret"
  | "setOAuthAppEventsSecret"
  | "checkOAuthAppEventsSecret"
  | "expectOAuthAppEventsSecret"
>;

/** Creates the operations. */
export function createOAuthAppAdministration(
  { store, vault, cursors, platform, actor, providers, environmentApps }: AdministrationDeps,
  clients: Pick<ServiceClients, "find">,
): OAuthAppAdministration {
  const secrets = vault.oauthAppSecrets;
  const apps = createStoredOAuthApps({ store: store.oauthApps, secrets, platform, actor });
  const idOf = async (client: string | undefined): Promise<string> =>
    client === undefined ? "" : (await clients.find(client)).id;
  const eventParts = { apps: store.oauthApps, store: store.eventSecrets, secrets, platform };
  const shown = async (app: StoredOAuthApp) => presentApp(app, await store.eventSecrets.list());
  return {
    async listOAuthApps({ query }) {
      const given = environmentApps().map((provider): OperatedOAuthApp => {
        const none = { service_client_id: null, clientId: "", name: "", updatedAt: null, version: null };
        return { provider, ...none, source: "environment", ...noEventsSecret };
      });
      const eventSecrets = await store.eventSecrets.list();
      const stored = (await apps.list()).map((app) => presentApp(app, eventSecrets));
      const rows = [...stored, ...given];
      // An app of the database and one of the environment can be for the same provider.
      const keyOf = ({ provider, service_client_id: id, source }: OperatedOAuthApp): string =>
        [provider, id ?? "", source].join(" ");
      const page = keyedPage(cursors, { listing: "operatedOAuthApps", rows, keyOf }, query);
      return { oauthApps: page.rows, nextCursor: page.nextCursor };
    },
    async setOAuthApp({ params: { provider }, query, body: { clientId: appId, name = "", secret }, expectedVersion }) {
      refuseWithoutApp(provider, providers());
      const serviceClientId = await idOf(query.serviceClient);
      return shown(await apps.set({ serviceClientId, provider, appId, name, secret }, expectedVersion));
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
    async setOAuthAppEventsSecret({
      params: { provider },
      query,
      body: { secret, keepsOld = false },
      expectedVersion,
    }) {
      refuseWithoutEvents(
        provider,
        providers().map(({ described }) => described),
      );
      const serviceClientId = await idOf(query.serviceClient);
      const change = { secret, keepsOld, actor, expectedVersion };
      const { stored, oldUntil } = await setEventSecret(eventParts, { serviceClientId, provider }, change);
      return {
        provider,
        service_client_id: serviceClientId || null,
        clientId: stored.appId,
        eventsPath: eventsPathOf(stored),
        oldUntil: timestampOrNull(oldUntil),
        version: eventSecretVersion(stored),
      };
    },
    async expectOAuthAppEventsSecret({ params: { provider }, query }) {
      refuseWithoutOffer(provider, providers());
      const serviceClientId = await idOf(query.serviceClient);
      const { window, offered } = await expectSecret(eventParts, { serviceClientId, provider }, actor);
      return {
        provider,
        service_client_id: serviceClientId || null,
        clientId: window.appId,
        eventsPath: eventsPathOf(window),
        until: timestamp(window.expiresAt),
        secrets: [...offered],
      };
    },
    async checkOAuthAppEventsSecret({ params: { provider }, query, body }) {
      const serviceClientId = await idOf(query.serviceClient);
      const newest = newestSecret({ serviceClientId, provider }, await store.eventSecrets.list());
      const secret = newest === undefined ? null : await secrets.open(identityOf(newest), newest.secret);
      return { isSame: secret !== null && isSameText(secret, body.secret) };
    },
  };
}

function eventsPathOf({ provider, appId }: Pick<StoredEventSecret, "provider" | "appId">): string {
  return `/in/v1/${provider}/${encodeURIComponent(appId)}`;
}

function isOf(app: OfApp, serviceClientId: string, provider: string): boolean {
  return app.serviceClientId === serviceClientId && app.provider === provider;
}

function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const noEventsSecret = { eventsSecretSetAt: null, oldEventsSecretUntil: null, eventsSecretVersion: null };

type OfApp = Pick<StoredOAuthApp, "serviceClientId" | "provider">;

function newestSecret(
  { serviceClientId, provider }: OfApp,
  eventSecrets: readonly StoredEventSecret[],
): StoredEventSecret | undefined {
  return eventSecrets.find((one) => one.usableUntil === null && isOf(one, serviceClientId, provider));
}

function presentApp(app: StoredOAuthApp, eventSecrets: readonly StoredEventSecret[]): OperatedOAuthApp {
  const newest = newestSecret(app, eventSecrets);
  const old = eventSecrets.find((one) => one.usableUntil !== null && isOf(one, app.serviceClientId, app.provider));
  return {
    provider: app.provider,
    service_client_id: app.serviceClientId || null,
    clientId: app.appId,
    name: app.name,
    source: "database",
    updatedAt: timestamp(app.updatedAt),
    version: appVersion(app),
    ...noEventsSecret,
    ...(newest === undefined
      ? {}
      : {
          eventsSecretSetAt: timestamp(newest.createdAt),
          oldEventsSecretUntil: timestampOrNull(old?.usableUntil ?? null),
          eventsSecretVersion: eventSecretVersion(newest),
        }),
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

/** @throws ServiceError INVALID_REQUEST unless the provider sends events to an OAuth app. */
export function refuseWithoutEvents(slug: string, providers: readonly { slug: string; hasEvents: boolean }[]): void {
  const senders = providers.filter(({ hasEvents }) => hasEvents).map((provider) => provider.slug);
  if (senders.includes(slug)) return;
  throw new ServiceError("INVALID_REQUEST", { detail: `${slug} has no events. These do: ${senders.join(", ")}.` });
}

/** @throws ServiceError INVALID_REQUEST unless the provider sends the secret for its events to the app's address. */
function refuseWithoutOffer(slug: string, providers: readonly { slug: string; offersSecret: boolean }[]): void {
  const offering = providers.filter(({ offersSecret }) => offersSecret).map((provider) => provider.slug);
  if (offering.includes(slug)) return;
  const detail = `${slug} sends no secret: it shows one, or takes yours. These send one: ${offering.join(", ")}.`;
  throw new ServiceError("INVALID_REQUEST", { detail });
}
