/**
 * The OAuth apps that the operator has registered with providers, and how svc authenticates as one (RFC 6749 §2.3.1).
 * Token and revocation requests both use it, so that a provider's declaration holds for all of them.
 */
import type { Actor } from "../journal/port.ts";
import type { WrappedKey } from "../vault/port.ts";
import { versionOf, type Stale } from "../versions/version.ts";
import type { AuthorizationServer } from "@svc/provider-kit";

/** An app's registration at a provider. */
export type OAuthApp = {
  clientId: string;
  clientSecret: string;
  /** Its name for end users; "" if the operator set none. */
  name: string;
};

/** An app from environment variables. It has no name. `eventSecrets` are what the provider signs its events with. */
export type EnvironmentApp = Pick<OAuthApp, "clientId" | "clientSecret"> & { eventSecrets: readonly string[] };

/** The apps from environment variables, by provider. */
export type EnvironmentApps = ReadonlyMap<string, EnvironmentApp>;

/** The current apps. */
export type OAuthApps = {
  /** Returns a provider's apps for a service client, the one in use first; none if its users can't authorize. */
  of(provider: string, serviceClientId: string): readonly OAuthApp[];
  /** Returns a text that changes whenever the result of `of` may have changed for this service client. */
  stateFor(serviceClientId: string): string;
};

/**
 * Identifies a stored app; its secret is sealed for this identity. `serviceClientId` is "" for the deployment's app.
 */
export type OAuthAppIdentity = {
  serviceClientId: string;
  provider: string;
  appId: string;
  /** When a secret for verifying events was created, in milliseconds since the epoch; absent for the client secret. */
  signsSince?: number | null;
  /** When an operator began to wait for such a secret; absent unless the text is a list of those that came. */
  expectedSince?: number;
};

/** A stored app. The deployment and each service client can have one per provider. */
export type StoredOAuthApp = OAuthAppIdentity & {
  name: string;
  secret: WrappedKey;
  createdAt: number;
  updatedAt: number;
};

/**
 * Returns the version of an app. It changes with its secret, and whenever that is sealed again, as by a rotation of the
 * vault.
 */
export function appVersion({ secret, createdAt: _same, ...app }: StoredOAuthApp): string {
  return versionOf({ ...app, secret: Buffer.from(secret.wrapped).toString("base64") });
}

/**
 * The store of apps. There are few, so they are always read together.
 * @param by who makes the change, for the journal.
 */
export type OAuthAppStore = {
  list(): Promise<StoredOAuthApp[]>;
  /**
   * Inserts the app, or replaces that of the same service client and provider, keeping its `createdAt`.
   * @param expectedVersion the version that is to be replaced; null if there must be none.
   */
  put(app: StoredOAuthApp, by: Actor, expectedVersion?: string | null): Promise<"stored" | Stale>;
  /** Returns the removed app's id; null if there was none. */
  remove(
    app: Pick<StoredOAuthApp, "serviceClientId" | "provider">,
    by: Actor,
    expectedVersion?: string,
  ): Promise<{ appId: string } | null | Stale>;
};

/** Seals and opens the secrets of stored apps. */
export type OAuthAppSecrets = {
  seal(app: OAuthAppIdentity, secret: string): Promise<WrappedKey>;
  /** Null if it was sealed for another app, or its root key is missing. */
  open(app: OAuthAppIdentity, sealed: WrappedKey): Promise<string | null>;
};

/**
 * Returns the app that a credential was issued to. A token belongs to one app, so no other app can refresh or revoke
 * it.
 * @param appId the app's id at the provider; undefined for a credential from before it was stored, which belongs to the
 * app in use.
 */
export function issuingApp(apps: readonly OAuthApp[], appId: string | undefined): OAuthApp | undefined {
  return appId === undefined ? apps[0] : apps.find(({ clientId }) => clientId === appId);
}

/** The parts of a request that authenticate the app. */
export type ClientCredentials = {
  headers: Readonly<Record<string, string>>;
  /** Fields of the request's body. */
  fields: Readonly<Record<string, string>>;
};

/** Returns what a request needs to authenticate as the app, in the way that the server's declaration names. */
export function clientCredentials(
  { clientAuthentication }: Pick<AuthorizationServer, "clientAuthentication">,
  { clientId, clientSecret }: Pick<OAuthApp, "clientId" | "clientSecret">,
): ClientCredentials {
  switch (clientAuthentication) {
    case "none":
      return { headers: {}, fields: { client_id: clientId } };
    case "client_secret_post":
      return { headers: {}, fields: { client_id: clientId, client_secret: clientSecret } };
    case "client_secret_basic":
      return { headers: basic(formEncoded(clientId), formEncoded(clientSecret)), fields: {} };
    case "client_secret_basic_unencoded":
      return { headers: basic(clientId, clientSecret), fields: {} };
  }
}

function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

/**
 * Encodes a text like a form field. It leaves `-`, `.` and `_` unchanged, as the form encoding of browsers does: most
 * ids contain one of them, and many servers don't decode.
 */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
