/**
 * The credential of one call: opened, and for OAuth renewed where it is due or was refused. In this process one renewal
 * of a version runs at a time and all its callers share it; `refresh.ts` keeps other processes away.
 */
import type { OAuthAuth, Provider, ProviderAuth } from "@svc/provider-kit";
import type { Platform } from "../platform.ts";
import { isRootKeyFault } from "../vault/port.ts";
import type { Credentials } from "./credentials.ts";
import type { CredentialRefreshStore } from "./port.ts";
import { isDue, isExpired, type IssuedCredential } from "./refresh-due.ts";
import { isGoneWithTenant, vaultPlace } from "./refresh-settle.ts";
import type { Refresh } from "./refresh.ts";
import type { RefreshDeps, Renewal } from "./refresh-work.ts";

/** A connection's sealed credential, as it was read with the connection. */
export type SealedCredential = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  version: number;
  record: Uint8Array;
  provider: Provider;
  auth: ProviderAuth;
  grantedActions: readonly string[];
};

/**
 * A credential for a call, or why there is none. `ready`: of which version it is, and whether it could be renewed.
 * `refused`: the authorization server refused to renew it and the connection is condemned. `gone`: the connection was
 * disconnected meanwhile, by itself or with its tenant. `unavailable`: it cannot be used as it is, and nobody could renew
 * it just now. `unreadable`: the vault does not open it. `locked`: the keeper of the vault's root keys could not be asked
 * just now.
 */
export type CredentialState =
  | { kind: "ready"; credential: unknown; version: number; isRenewable: boolean }
  | { kind: "refused" | "gone" | "unavailable" | "unreadable" | "locked" };

/** Credentials for calls. No method throws, and none waits beyond the deadline that it is given, on the monotonic clock. */
export type LiveCredentials = {
  /** The credential, renewed first where it is due. One that is due and cannot be renewed is used until its end. */
  open(sealed: SealedCredential, deadlineMs: number): Promise<CredentialState>;
  /**
   * Another credential after the provider refused one: the present one, where it is newer than `refusedVersion`, else a
   * renewed one.
   */
  renew(sealed: SealedCredential, refusedVersion: number, deadlineMs: number): Promise<CredentialState>;
  /**
   * Whether the refusal of a version that may not be renewed any more in this call says nothing of the connection, because
   * somebody else is renewing it or has. False where the store does not tell.
   */
  isSuperseded(sealed: SealedCredential, refusedVersion: number): Promise<boolean>;
};

/** What they need. */
export type LiveCredentialsDeps = {
  credentials: Pick<Credentials, "open" | "openAtHand">;
  connections: RefreshDeps["connections"];
  refreshes: Pick<CredentialRefreshStore, "isSuperseded">;
  refresh: Refresh;
  platform: Platform;
  /** Work that an orderly stop waits for: a renewal goes on when its callers have left. */
  inFlight: Set<Promise<unknown>>;
  /** Told that a record does not open, or cannot be opened just now. */
  onUnreadable: (connectionId: string, isLocked: boolean) => void;
};

/** How long a call waits for a renewal while its token is still good, in milliseconds. */
const patienceMs = 5000;
/** How long a token that is still good is used after a renewal failed, before the next is tried. */
const restMs = 30_000;
/** The same where a token is needed, doubling with each failure: nobody helps a server by asking it all the time. */
const urgentRestMs = { first: 1000, most: 5000 };

/** Connections whose last renewal failed that are remembered at most. */
const failuresMax = 10_000;

type Unopened = { kind: "unreadable" | "locked" | "gone" };
type Flight = { renewal: Promise<Renewal>; beganMs: number };
type Failure = { version: number; count: number; atMs: number };
type Context = LiveCredentialsDeps & { spread: number; flights: Map<string, Flight>; failures: Map<string, Failure> };
type SealedOAuth = SealedCredential & { auth: OAuthAuth };

/** Makes them, once a process. */
export function createLiveCredentials(deps: LiveCredentialsDeps): LiveCredentials {
  const context: Context = { ...deps, spread: deps.platform.jitter(), flights: new Map(), failures: new Map() };
  return {
    async open(sealed, deadlineMs) {
      const opened = atHand(context, sealed) ?? (await openWithin(context, sealed, deadlineMs));
      if ("kind" in opened) return opened;
      const { credential } = opened;
      if (!isOAuth(sealed)) return { kind: "ready", credential, version: sealed.version, isRenewable: false };
      // The vault gives back what was sealed under the same auth, so its type holds.
      return await current(context, sealed, credential as IssuedCredential, deadlineMs);
    },
    async renew(sealed, refusedVersion, deadlineMs) {
      if (!isOAuth(sealed) || rests(context, sealed.connectionId, refusedVersion, true)) return { kind: "unavailable" };
      const { renewal } = fly(context, sealed, refusedVersion);
      return stateOf(await within(context, renewal, deadlineMs));
    },
    async isSuperseded(sealed, refusedVersion) {
      if (!isOAuth(sealed)) return false;
      return await deps.refreshes.isSuperseded(sealed.connectionId, refusedVersion).catch(() => false);
    },
  };
}

/** Null where something stands in the way, which {@link openWithin} then tells. */
function atHand({ credentials }: Context, sealed: SealedCredential): { credential: unknown } | null {
  try {
    return credentials.openAtHand(vaultPlace(sealed, sealed.version), sealed.record);
  } catch {
    return null;
  }
}

/** What opens late is of no use to anybody. */
async function openWithin(
  context: Context,
  sealed: SealedCredential,
  deadlineMs: number,
): Promise<{ credential: unknown } | Unopened> {
  const { credentials, onUnreadable } = context;
  const opening = credentials.open(vaultPlace(sealed, sealed.version), sealed.record).then(
    (credential) => ({ credential }),
    (error: unknown) => unopened(context, sealed, error),
  );
  const opened = (await within(context, opening, deadlineMs)) ?? { kind: "locked" as const };
  if ("kind" in opened && opened.kind !== "gone") onUnreadable(sealed.connectionId, opened.kind === "locked");
  return opened;
}

async function unopened({ connections }: Context, sealed: SealedCredential, error: unknown): Promise<Unopened> {
  if (isRootKeyFault(error)) return { kind: "locked" };
  return { kind: (await isGoneWithTenant(error, { connections, subject: sealed })) ? "gone" : "unreadable" };
}

function isOAuth(sealed: SealedCredential): sealed is SealedOAuth {
  return sealed.auth.kind === "oauth2_authorization_code";
}

async function current(
  context: Context,
  sealed: SealedOAuth,
  token: IssuedCredential,
  deadlineMs: number,
): Promise<CredentialState> {
  const { platform, spread } = context;
  const { version, connectionId } = sealed;
  const present: CredentialState = {
    kind: "ready",
    credential: token,
    version,
    isRenewable: token.refreshToken !== null,
  };
  if (token.refreshToken === null || !isDue(token, platform.nowMs(), spread)) return present;
  const hasEnded = isExpired(token, platform.nowMs());
  if (rests(context, connectionId, version, hasEnded)) return hasEnded ? { kind: "unavailable" } : present;
  const { renewal, beganMs } = fly(context, sealed, version);
  const until = hasEnded ? deadlineMs : Math.min(deadlineMs, beganMs + patienceMs);
  const state = stateOf(await within(context, renewal, until));
  if (state.kind !== "unavailable") return state;
  return isExpired(token, platform.nowMs()) ? state : present;
}

function stateOf(renewal: Renewal | null): CredentialState {
  if (renewal === null) return { kind: "unavailable" };
  if (renewal.kind !== "ready") return { kind: renewal.kind };
  const { credential, version } = renewal;
  return { kind: "ready", credential, version, isRenewable: credential.refreshToken !== null };
}

/** The renewal of this version that is under way in this process, or a new one. */
function fly(context: Context, sealed: SealedOAuth, version: number): Flight {
  const { flights, inFlight, platform } = context;
  const name = `${sealed.connectionId} ${version}`;
  const underWay = flights.get(name);
  if (underWay !== undefined) return underWay;
  const renewal = context.refresh(sealed, version).then((ended) => {
    flights.delete(name);
    inFlight.delete(renewal);
    noteEnd(context, sealed.connectionId, version, ended);
    return ended;
  });
  const flight = { renewal, beganMs: platform.monotonicMs() };
  flights.set(name, flight);
  inFlight.add(renewal);
  return flight;
}

function noteEnd({ failures, platform }: Context, connectionId: string, version: number, ended: Renewal): void {
  const before = failures.get(connectionId);
  if (ended.kind !== "unavailable") {
    failures.delete(connectionId);
    return;
  }
  const count = before?.version === version ? before.count + 1 : 1;
  failures.delete(connectionId);
  failures.set(connectionId, { version, count, atMs: platform.monotonicMs() });
  // A connection that was disconnected meanwhile has no success that would take its failure away.
  if (failures.size > failuresMax) for (const oldest of failures.keys()) if (failures.delete(oldest)) break;
}

/** Whether the last renewal of this version failed so short a time ago that the next is not tried yet. */
function rests({ failures, platform }: Context, connectionId: string, version: number, isUrgent: boolean): boolean {
  const failure = failures.get(connectionId);
  if (failure?.version !== version) return false;
  const { first, most } = urgentRestMs;
  const lastsMs = isUrgent ? Math.min(most, first * 2 ** (failure.count - 1)) : restMs;
  return platform.monotonicMs() - failure.atMs < lastsMs;
}

/** What the promise gives until then; null where it has given nothing. */
async function within<T>({ platform }: Context, promise: Promise<T>, untilMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, untilMs - platform.monotonicMs()));
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}
