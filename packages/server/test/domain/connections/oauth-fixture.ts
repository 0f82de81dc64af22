/**
 * The fixture: an OAuth connection on a real store, and an authorization server that rotates its refresh tokens and
 * treats the second use of one as theft, as RFC 9700 §4.14.2 requires: it then revokes the whole family.
 */
import { idPrefixes, makeId } from "@svc/contract";
import type { OAuthApp, OAuthApps } from "../../../src/domain/oauth/app.ts";
import type { OAuthAuth, OAuthCredential, Provider } from "@svc/provider-kit";
import { createAudit } from "../../../src/domain/journal/entry.ts";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import {
  createCredentials,
  type Credentials,
  sealedCredential,
  type SealedCredential,
  vaultContext,
} from "../../../src/domain/connections/sealed-credential.ts";
import {
  createCredentialProvider,
  type CredentialProvider,
} from "../../../src/domain/connections/credential-provider.ts";
import type { ConnectionRow, ConnectionWithCredential } from "../../../src/domain/connections/port.ts";
import {
  issuedCredential,
  type RefreshDeps,
  type RefreshLimits,
} from "../../../src/domain/connections/refresh-work.ts";
import { createRefresh, type Refresh } from "../../../src/domain/connections/refresh.ts";
import type { TokenEndpoint, TokenResult } from "../../../src/domain/oauth/port.ts";
import { systemPlatform, type Platform } from "../../../src/platform.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import type { CredentialContext } from "../../../src/domain/vault/port.ts";
import { addConnection, makeTenant, newId, sampleConnection, type Place } from "../../adapters/store/samples.ts";

/** Moves the wall clock (`skewMs`) and the monotonic clock (`sleptMs`). */
export type Clock = { skewMs: number; sleptMs: number };

export function clockedPlatform(clock: Clock): Platform {
  return {
    ...systemPlatform,
    nowMs: () => systemPlatform.nowMs() + clock.skewMs,
    monotonicMs: () => systemPlatform.monotonicMs() + clock.sleptMs,
  };
}

/** How the authorization server handles one request. */
export type Move = "response" | "lose response" | "lose request" | "unreachable" | "local" | "invalid_client";

/** The server and the requests it got. */
export type AuthorizationServer = TokenEndpoint & {
  /** Refresh tokens in the order received. */
  asked: string[];
  granted: number;
  isRevoked: boolean;
  /** What to do next; "response" once the list is empty. */
  moves: Move[];
  /** The lifetime of a token, in milliseconds. */
  lifeMs: number;
  scopes: readonly string[];
  /** Awaited before a request is answered. */
  onRequest: () => Promise<void> | void;
  /** Whether an access token is valid at the provider. */
  accepts(accessToken: string): boolean;
  /** Returns the first credential of the family. */
  issue(): OAuthCredential & { refreshToken: string };
};

export function rotatingServer(platform: Platform): AuthorizationServer {
  let number = 1;
  const issue = () => ({
    accessToken: `canary-access-${number}`,
    refreshToken: `canary-refresh-${number}`,
    expiresAt: platform.nowMs() + server.lifeMs,
    scopes: server.scopes,
  });
  const grant = (refreshToken: string): TokenResult => {
    if (refreshToken !== `canary-refresh-${number}`) server.isRevoked = true;
    if (server.isRevoked) return { kind: "refused", error: "invalid_grant" };
    number += 1;
    server.granted += 1;
    return { kind: "granted", credential: issue() };
  };
  const server: AuthorizationServer = {
    asked: [],
    granted: 0,
    isRevoked: false,
    moves: [],
    lifeMs: 3_600_000,
    scopes: ["things"],
    onRequest: () => undefined,
    accepts: (accessToken) => !server.isRevoked && accessToken === `canary-access-${number}`,
    issue,
    exchangeCode: () => Promise.reject(new Error("no code is exchanged here")),
    async refresh(_subject, { refreshToken }) {
      server.asked.push(refreshToken);
      const move = server.moves.shift() ?? "response";
      await server.onRequest();
      if (move === "local") return { kind: "local" };
      if (move === "unreachable") return { kind: "unsure", sent: false };
      if (move === "lose request") return { kind: "unsure", sent: true };
      if (move === "invalid_client") return { kind: "refused", error: "other" };
      const result = grant(refreshToken);
      return move === "lose response" ? { kind: "unsure", sent: true } : result;
    },
  };
  return server;
}

export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://auth.example",
    authorizationPath: ["authorize"],
    tokenPath: ["token"],
    issuers: ["https://auth.example"],
    sendsIss: true,
    clientAuthentication: "client_secret_post",
  },
  grantedScopes: ({ requested }) => requested,
  impliedScopes: {},
  scopeWords: { things: "See things" },
  credentialKind: () => "oauth_app_token",
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  identify: async (provider) => {
    await provider.read({ method: "GET", path: ["me"] });
    return { slug: "acme", name: "Acme" };
  },
};

export const provider: Provider = {
  slug: "acme",
  name: "Acme",
  description: "Acme.",
  docsUrl: "https://docs.example",
  origin: "https://api.example",
  requestIdHeader: "x-request-id",
  actions: [],
  refuse: ({ status }) => ({ code: status === 401 ? "PROVIDER_UNAUTHORIZED" : "PROVIDER_REJECTED" }),
  auth: [oauth],
};

const describeContext = ({ clientId, tenantId, connectionId, version, ...use }: CredentialContext): string =>
  [clientId, tenantId, connectionId, version, use.purpose, use.provider, ...use.grantedActions].join(" ");

/**
 * Not a cipher: it only binds the text to its context, so that a record does not open with another context or version.
 */
export const credentials: Credentials = createCredentials({
  sealCredential: (context, plaintext) => {
    const text = JSON.stringify([describeContext(context), Buffer.from(plaintext).toString("base64")]);
    return Promise.resolve(new TextEncoder().encode(text));
  },
  openCredential: (context, record) => {
    const [binding, text] = JSON.parse(new TextDecoder().decode(record)) as [string, string];
    if (binding !== describeContext(context)) return Promise.reject(new Error("sealed for another context"));
    return Promise.resolve(Uint8Array.from(Buffer.from(text, "base64")));
  },
  openCredentialFromCache: () => null,
});

export const limits: RefreshLimits = {
  leaseMs: 30_000,
  requestMs: 10_000,
  pollEveryMs: 5,
  waitForMs: 10_000,
  storeForMs: 200,
};

/** One process: its operations on a connection, and what it reported. */
export type Replica = { live: CredentialProvider; refresh: Refresh; faults: string[]; inFlight: Set<Promise<unknown>> };

/** The same apps for every provider and service client. */
export function appsOf(apps: readonly OAuthApp[]): OAuthApps {
  return { of: () => apps, stateFor: () => "" };
}

export function makeReplica(
  store: Pick<Store, "connections" | "credentialRefreshes" | "audit">,
  server: TokenEndpoint,
  platform: Platform,
  change: Partial<RefreshDeps> = {},
): Replica {
  const faults: string[] = [];
  const ownerId = newId("owner");
  const inFlight = new Set<Promise<unknown>>();
  const refresh = createRefresh({
    store: store.credentialRefreshes,
    connections: store.connections,
    credentials,
    tokenEndpoint: server,
    apps: appsOf([{ clientId: "app-1", clientSecret: "secret", name: "" }]),
    audit: createAudit(store.audit, { platform, newId }),
    platform,
    ownerId: () => ownerId,
    limits,
    onFault: (_id, what) => void faults.push(what),
    ...change,
  });
  const onUnreadable = (): void => void faults.push("unreadable");
  const live = createCredentialProvider({
    credentials: change.credentials ?? credentials,
    connections: store.connections,
    refreshes: store.credentialRefreshes,
    refresh,
    platform,
    inFlight,
    onUnreadable,
  });
  return { live, refresh, faults, inFlight };
}

/** What the trail of a service client contains about its credentials. */
export async function readAudited(store: Pick<Store, "audit">, clientId: string): Promise<AuditEvent[]> {
  const events = await store.audit.page(clientId, 0, 1000);
  return events.filter(({ type }) => type.startsWith("credential.") || type === "connection.needs_reconnect");
}

/** Creates an active connection with the server's first token, which has `leftMs` to live. */
export async function makeOAuthConnection(
  store: Store,
  server: AuthorizationServer,
  platform: Platform,
  leftMs: number,
  place?: Place,
): Promise<{ place: Place; connectionId: string; read: () => Promise<ConnectionWithCredential> }> {
  const at = place ?? (await makeTenant(store));
  const connection = sampleConnection(at, {
    id: makeId(idPrefixes.connection, systemPlatform.nowMs(), systemPlatform.randomBytes(10)),
    provider: "acme",
    authKind: "oauth2_authorization_code",
    grantedScopes: ["things"],
    grantedActions: ["things.set", "things.get"],
  });
  const { id: connectionId } = connection;
  const token = { ...server.issue(), expiresAt: platform.nowMs() + leftMs };
  const sealed = await credentials.seal(
    vaultContext(connection),
    issuedCredential(token, platform.nowMs() + leftMs - server.lifeMs, "app-1"),
  );
  await addConnection(store, connection, { sealed });
  const read = async () => {
    const found = await store.connections.findWithCredential(at.clientId, at.tenantId, connectionId);
    if (found === null) throw new Error("The connection is missing.");
    return found;
  };
  return { place: at, connectionId, read };
}

/** Returns the connection's credential as execute reads it. */
export function sealedOf({ connection, record }: ConnectionWithCredential): SealedCredential {
  if (record === null) throw new Error("The credential is destroyed.");
  return sealedCredential({ connection, record, provider, auth: oauth });
}

/** Replaces the connection's current credential, as a Connect session does. */
export async function reconnect(
  store: Store,
  before: ConnectionRow,
  accessToken: string,
  refreshToken: string | null = "canary-refresh-other",
): Promise<void> {
  const connection = { ...before, credentialVersion: before.credentialVersion + 1, status: "active" as const };
  const { id: connectionId } = connection;
  const token = { accessToken, refreshToken, expiresAt: null, scopes: ["things"] };
  const sealed = await credentials.seal(vaultContext(connection), token);
  await addConnection(store, connection, { sealed, session: { reconnect: true, connectionId }, at: 3000 });
}
