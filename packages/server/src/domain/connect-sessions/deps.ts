/** The dependencies and shared limits of Connect's parts. */
import type { IdPrefix } from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import type { Audit } from "../journal/entry.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { minuteMs } from "../clock/units.ts";
import type { Credentials } from "../connections/sealed-credential.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { TakeSlot } from "../limits/slots.ts";
import type { OAuthApps } from "../oauth/app.ts";
import type { TokenEndpoint } from "../oauth/port.ts";
import type { Platform } from "../../platform.ts";
import type { Identify } from "../provider-calls/identify.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import type { TenantStore } from "../tenants/port.ts";
import type { KeyedHashes } from "../vault/port.ts";
import type { Cursors } from "../listings/page.ts";
import type { ConnectSessionRow, ConnectSessionStore, OAuthFlowStore } from "./port.ts";
import type { UserEvents } from "./user-events.ts";

/**
 * The prefixes of Connect's secrets: the one-time token, and the session secret that it is exchanged for; in an
 * authorization flow the one-time ticket, the browser's secret, and the state.
 */
export type ConnectToken = "cst_" | "css_" | "cot_" | "cob_" | "cos_";

/** Dependencies of authorization flows. */
export type OAuthParts = {
  flows: OAuthFlowStore;
  tokens: Pick<TokenEndpoint, "exchangeCode">;
  apps: OAuthApps;
  /** Returns the origin of a provider's authorization server: its own or, in a sandbox, its simulator's. */
  authorizationOrigin: (provider: Provider) => string;
};

/** Dependencies of Connect. */
export type ConnectDeps = UserEvents & {
  store: ConnectSessionStore;
  connections: Pick<ConnectionStore, "find">;
  tenants: Pick<TenantStore, "find">;
  serviceClients: Pick<ServiceClientStore, "find">;
  catalog: Catalog;
  credentials: Credentials;
  identify: Identify;
  /** Whether the deployment requires confirmed sessions. A service client can also require them for itself. */
  requireConfirmedCompletion: boolean;
  /** Limits concurrent verifications at providers, together with executions. */
  slot: TakeSlot;
  oauth: OAuthParts;
  hashes: KeyedHashes;
  /** Generates a token: the prefix and 256 random bits. */
  makeToken: (prefix: ConnectToken) => string;
  /** Whether a text has the format of such a token. Any other text is not looked up. */
  hasTokenForm: (prefix: ConnectToken, text: string) => boolean;
  cursors: Cursors;
  audit: Audit;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** The external base URL without a trailing slash. A function, because it may depend on where the server listens. */
  publicUrl: () => string;
  /** Whether the response to a new session includes a link that a developer can open; only in a sandbox. */
  givesLink: boolean;
};

export const sessionLifetimeMs = 30 * minuteMs;
/** The time for the backend to confirm, within the session's lifetime. */
export const confirmationMs = 5 * minuteMs;
/** The number of `CREDENTIAL_REJECTED` errors, or of wrong completion codes, that fails a session. */
export const rejectionsMax = 5;
/** How long a verification locks its session if its process dies; longer than a complete provider call. */
export const verificationMs = minuteMs;
/**
 * How long a flow waits for the user's consent, and then for the provider's response, within the session's lifetime.
 */
export const flowMs = 10 * minuteMs;

/**
 * Takes a slot for a session's verification, counted for the reconnected connection or, without one, for the session.
 * @throws ServiceError as {@link TakeSlot}. Nothing was sent to the provider, and the session is unchanged.
 */
export function takeSlot({ slot }: Pick<ConnectDeps, "slot">, session: ConnectSessionRow): () => void {
  const { id, clientId, tenantId, connectionId, reconnect } = session;
  return slot({ clientId, tenantId, connectionId: reconnect ? connectionId : id });
}
