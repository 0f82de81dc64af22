/** The OAuth apps that the operator has registered with providers. */
import type { WrappedKey } from "../vault/port.ts";

/** An app's registration at a provider. */
export type OAuthApp = {
  clientId: string;
  clientSecret: string;
  /** What end users know it by; "" if the operator gave no name. */
  name: string;
};

/** The apps of the environment, by provider. They have no name. */
export type EnvironmentApps = ReadonlyMap<string, Pick<OAuthApp, "clientId" | "clientSecret">>;

/** The apps that there are now. */
export type OAuthApps = {
  /** A provider's apps for a service client, the one in use first; none if its users can't authorize. */
  of(provider: string, serviceClientId: string): readonly OAuthApp[];
  /** Another text whenever `of` may give something else for this service client. */
  stateFor(serviceClientId: string): string;
};

/** What identifies a stored app, and what its secret is sealed for. `serviceClientId` is "" for the whole deployment's. */
export type OAuthAppIdentity = { serviceClientId: string; provider: string; appId: string };

/** A stored app. A service client has one for each provider, and so has the deployment. */
export type StoredOAuthApp = OAuthAppIdentity & {
  name: string;
  secret: WrappedKey;
  createdAt: number;
  updatedAt: number;
};

/** The stored apps. There are few, so they are read as a whole. */
export type OAuthAppStore = {
  list(): Promise<StoredOAuthApp[]>;
  /** Inserts the app, or replaces the one of this service client and provider, whose `createdAt` stays. */
  put(app: StoredOAuthApp): Promise<void>;
  /** Returns the removed app's id; null if there was none. */
  remove(serviceClientId: string, provider: string): Promise<string | null>;
};

/** Seals and opens the secrets of stored apps. */
export type OAuthAppSecrets = {
  seal(app: OAuthAppIdentity, secret: string): Promise<WrappedKey>;
  /** Null if it was sealed for another app, or its root key is missing. */
  open(app: OAuthAppIdentity, sealed: WrappedKey): Promise<string | null>;
};

/**
 * The app that issued a credential. A token belongs to one app, so no other one is asked to refresh or revoke it.
 * @param appId the app's id at the provider; undefined for a credential from before it was kept, which has the app in use.
 */
export function issuingApp(apps: readonly OAuthApp[], appId: string | undefined): OAuthApp | undefined {
  return appId === undefined ? apps[0] : apps.find(({ clientId }) => clientId === appId);
}
