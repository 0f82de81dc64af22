/** What the parts of Connect need, and the limits that they share. */
import type { IdPrefix } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import type { Audit } from "../audit/audit.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Credentials } from "../connections/credentials.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { TakeSlot } from "../limits/slots.ts";
import type { OAuthApps } from "../oauth/app.ts";
import type { TokenEndpoint } from "../oauth/port.ts";
import type { Platform } from "../platform.ts";
import type { Identify } from "../provider-calls/identify.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { KeyedHashes } from "../vault/port.ts";
import type { Cursors } from "../listing/cursor.ts";
import type { ConnectSessionRow, ConnectSessionStore, OAuthFlowStore } from "./port.ts";
import type { RecordUserEvent } from "./user-events.ts";

/**
 * The secrets of Connect, by their prefix: the one-time token, and the session secret that it is exchanged for; on the way
 * to a provider the one-time ticket, the secret of the browser, and the state.
 */
export type ConnectToken = "cst_" | "css_" | "cot_" | "cob_" | "cos_";

/** What a session needs to go to its provider and back. */
export type OAuthParts = {
  flows: OAuthFlowStore;
  tokens: Pick<TokenEndpoint, "exchangeCode">;
  apps: OAuthApps;
  /** Where a provider's authorization server is reached: its own origin or, in a sandbox, its simulator's. */
  authorizationOrigin: (provider: Provider) => string;
};

/** Everything that Connect is made from. */
export type ConnectDeps = {
  store: ConnectSessionStore;
  connections: Pick<ConnectionStore, "find">;
  tenants: Pick<TenantStore, "find">;
  serviceClients: Pick<ServiceClientStore, "find">;
  catalog: Catalog;
  credentials: Credentials;
  identify: Identify;
  /** Whether the deployment takes confirmed sessions alone; a service client may be held to them without it. */
  requireConfirmedCompletion: boolean;
  /** Bounds how many verifications ask providers at once, beside executions. */
  slot: TakeSlot;
  oauth: OAuthParts;
  hashes: KeyedHashes;
  /** A new token: prefix and 256 random bits. */
  makeToken: (prefix: ConnectToken) => string;
  /** Whether a text has the form of such a token; what has not is not looked up. */
  hasTokenForm: (prefix: ConnectToken, text: string) => boolean;
  cursors: Cursors;
  audit: Audit;
  recordUserEvent: RecordUserEvent;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** External base URL without a slash at its end; asked late, for it may follow from where the server listens. */
  publicUrl: () => string;
};

/** Life of a session. */
export const sessionLifetimeMs = 30 * 60 * 1000;
/** Time for the backend to confirm; within the session's life. */
export const confirmationMs = 5 * 60 * 1000;
/** How many `CREDENTIAL_REJECTED` fail a session, and how many wrong completion codes. */
export const rejectionsMax = 5;
/** How long one verification holds its session, should its process die; longer than a whole provider call. */
export const verificationMs = 60 * 1000;
/** How long a flow waits for its user's consent, and then for the provider's answer; within the session's life. */
export const flowMs = 10 * 60 * 1000;

/**
 * Takes the slot of a session's verification: its reconnected connection's, or one of its own.
 * @throws ServiceError as {@link TakeSlot}; nothing has been asked of the provider, and the session is as it was.
 */
export function takeSlot({ slot }: Pick<ConnectDeps, "slot">, session: ConnectSessionRow): () => void {
  const { id, clientId, tenantId, connectionId, reconnect } = session;
  return slot({ clientId, tenantId, connectionId: reconnect ? connectionId : id });
}
