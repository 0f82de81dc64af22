/** What a renewal of an OAuth credential works on, and what it can come to. */
import type { OAuthAuth, OAuthCredential, Provider } from "@svc/provider-kit";
import type { Audit } from "../audit/audit.ts";
import type { TokenEndpoint } from "../oauth/port.ts";
import type { Platform } from "../platform.ts";
import type { Credentials } from "./credentials.ts";
import type { ConnectionStore, CredentialRefreshStore, RefreshLease } from "./port.ts";
import type { IssuedCredential } from "./refresh-due.ts";

/** Whose credential is renewed. */
export type RefreshSubject = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  provider: Provider;
  auth: OAuthAuth;
  /** Of the connection, with the version that is renewed. */
  grantedActions: readonly string[];
};

/**
 * What a renewal came to. `ready`: the connection's present credential, renewed here or by somebody else. `refused`: the
 * server refused the refresh token and the connection is condemned. `gone`: the connection was disconnected.
 * `unavailable`: nobody could tell, or the app is set up wrongly; nothing is condemned.
 */
export type Renewal =
  { kind: "ready"; credential: OAuthCredential; version: number } | { kind: "refused" | "gone" | "unavailable" };

/** How long things take, in milliseconds. The lease outlasts a request by far; it begins anew with each. */
export type RefreshLimits = {
  leaseMs: number;
  requestMs: number;
  /** How often a held lease is asked for. */
  pollEveryMs: number;
  /** How long one renewal waits for another holder. */
  waitForMs: number;
  /** How long the store is tried again with what the server has answered. */
  storeForMs: number;
};

/** Requests of 10 s under leases of 30 s. */
export const refreshDefaults: RefreshLimits = {
  leaseMs: 30_000,
  requestMs: 10_000,
  pollEveryMs: 100,
  waitForMs: 60_000,
  storeForMs: 20_000,
};

/** What renewals need. */
export type RefreshDeps = {
  store: CredentialRefreshStore;
  connections: Pick<ConnectionStore, "find">;
  credentials: Credentials;
  tokenEndpoint: Pick<TokenEndpoint, "refresh">;
  audit: Audit;
  platform: Platform;
  /** This process; no other has the name. */
  ownerId: () => string;
  limits: RefreshLimits;
  /** Told of what the operator should know of, by a constant name only. */
  onFault: (connectionId: string, what: string) => void;
};

/** What a server granted and the store has not taken yet, by connection: a rotated token exists nowhere else. */
export type Unstored = Map<string, { version: number; credential: IssuedCredential }>;

/** One renewal in progress. */
export type RefreshWork = RefreshDeps & { unstored: Unstored; subject: RefreshSubject; version: number };

/** The same, under its lease. */
export type LeasedWork = RefreshWork & { lease: RefreshLease };

/** `again`: another holder has the lease or has changed the connection; taking anew tells. */
export type RefreshStep = Renewal | "again";
