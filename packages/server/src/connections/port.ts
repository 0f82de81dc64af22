/** Connections and their sealed credentials as the domain sees them. */
import type { Page, PageAfter } from "../tenants/port.ts";

/** Where a connection stands (contract §4). */
export type ConnectionStatus = "active" | "needs_reconnect" | "disconnected";

/** A tenant's attachment to an account at a provider. */
export type ConnectionRow = {
  id: string;
  clientId: string;
  tenantId: string;
  provider: string;
  authKind: "static_credential" | "oauth2_authorization_code";
  status: ConnectionStatus;
  accountSlug: string;
  accountName: string;
  grantedActions: readonly string[];
  /** The provider's scopes that its credential carries; none where credentials carry none. */
  grantedScopes: readonly string[];
  /** Counts the credentials that this connection has had; the vault binds each record to it. */
  credentialVersion: number;
  lastTestedAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** A connection with the vault's record of its present credential; null once disconnected. */
export type ConnectionWithCredential = { connection: ConnectionRow; record: Uint8Array | null };

/** Connections at rest. Every method is one transaction. */
export type ConnectionStore = {
  find(clientId: string, tenantId: string, connectionId: string): Promise<ConnectionRow | null>;
  findWithCredential(
    clientId: string,
    tenantId: string,
    connectionId: string,
  ): Promise<ConnectionWithCredential | null>;
  list(
    clientId: string,
    tenantId: string,
    query: { provider: string | null; status: ConnectionStatus | null; after: PageAfter; limit: number },
  ): Promise<Page<ConnectionRow>>;
  /** Disconnects and destroys the credential record; a disconnected one stays as it is. Null where absent. */
  disconnect(clientId: string, tenantId: string, connectionId: string, at: number): Promise<ConnectionRow | null>;
  /** Disconnects every living connection that fits all given filters, and destroys its record; gives their number. */
  disconnectAll(
    filter: { clientId: string | null; tenantId: string | null; provider: string | null },
    at: number,
  ): Promise<number>;
  /** `active` → `needs_reconnect`, only while the credential is still the version that was refused. */
  condemn(connectionId: string, credentialVersion: number, at: number): Promise<boolean>;
  /** Writes a test's result: `lastTestedAt`; with `alive`, `needs_reconnect` → `active`, if the version is unchanged. */
  recordTest(
    connectionId: string,
    credentialVersion: number,
    alive: boolean,
    at: number,
  ): Promise<ConnectionRow | null>;
};
