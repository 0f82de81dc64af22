/**
 * Provides the credential for a call: opens it, and refreshes an OAuth token that is due or was refused. This process
 * never runs two refreshes of a version concurrently; callers share one. `refresh.ts` excludes other processes.
 */
import type { OAuthAuth } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import { waitAtMost } from "../clock/units.ts";
import { isRootKeyFault } from "../vault/port.ts";
import { contextOfVersion, type Credentials, type SealedCredential } from "./sealed-credential.ts";
import type { CredentialRefreshStore } from "./port.ts";
import {
  isDue,
  isExpired,
  isGoneWithTenant,
  type IssuedCredential,
  type RefreshDeps,
  type RefreshOutcome,
} from "./refresh-work.ts";
import type { Refresh } from "./refresh.ts";

/**
 * A credential for a call, or why there is none. `ready`: its version, and whether it can be refreshed. `refused`: the
 * authorization server refused the refresh token, and the connection is marked as `needs_reconnect`. `gone`: the
 * connection was disconnected, alone or with its tenant. `unavailable`: the token can't be used, and can't be refreshed
 * right now. `local`: the same, because svc's own machine couldn't send the request. `unreadable`: the vault can't open
 * it. `locked`: the key service isn't available right now.
 */
export type CredentialState =
  | { kind: "ready"; credential: unknown; version: number; isRefreshable: boolean }
  | { kind: "refused" | "gone" | "unavailable" | "local" | "unreadable" | "locked" };

/** Credentials for calls. No method throws or waits beyond its deadline, which is on the monotonic clock. */
export type CredentialProvider = {
  /** Opens the credential, and refreshes it if it is due. If that fails, the token is used until it expires. */
  open(sealed: SealedCredential, deadlineMs: number): Promise<CredentialState>;
  /**
   * Returns another credential after the provider refused one: the current one if it is newer than `refusedVersion`,
   * otherwise a refreshed one.
   */
  refresh(sealed: SealedCredential, refusedVersion: number, deadlineMs: number): Promise<CredentialState>;
  /**
   * Whether another caller has refreshed this version or is refreshing it, so that its refusal says nothing about the
   * connection. False if the store doesn't respond.
   */
  isSuperseded(sealed: SealedCredential, refusedVersion: number): Promise<boolean>;
};

/** Dependencies of {@link createCredentialProvider}. */
export type CredentialProviderDeps = {
  credentials: Pick<Credentials, "open" | "openFromCache">;
  connections: RefreshDeps["connections"];
  refreshes: Pick<CredentialRefreshStore, "isSuperseded">;
  refresh: Refresh;
  platform: Platform;
  /** Work that a graceful shutdown waits for. A refresh continues even if its callers give up. */
  inFlight: Set<Promise<unknown>>;
  /** Called if a record can't be opened. @param isLocked whether the only cause is the unavailable key service. */
  onUnreadable: (connectionId: string, isLocked: boolean) => void;
};

/** How long a call waits for a refresh while its token is still valid, in milliseconds. */
const patienceMs = 5000;
/** The delay after a failed refresh while the token is still valid, in milliseconds. */
const backoffMs = 30_000;
/** The delay after a failed refresh without a usable token, in milliseconds. Doubles with each failure. */
const urgentBackoffMs = { first: 1000, max: 5000 };

/** The maximum number of connections whose last failure is remembered. */
const failuresMax = 10_000;

type Unopened = { kind: "unreadable" | "locked" | "gone" };
type RunningRefresh = { outcome: Promise<RefreshOutcome>; startedMs: number };
type Failure = { version: number; count: number; atMs: number };
type Context = CredentialProviderDeps & {
  spread: number;
  refreshesInFlight: Map<string, RunningRefresh>;
  failures: Map<string, Failure>;
};
type SealedToken = SealedCredential & { auth: OAuthAuth };

/** Creates the provider, once per process. */
export function createCredentialProvider(deps: CredentialProviderDeps): CredentialProvider {
  const context: Context = {
    ...deps,
    spread: deps.platform.jitter(),
    refreshesInFlight: new Map(),
    failures: new Map(),
  };
  return {
    async open(sealed, deadlineMs) {
      const opened = openCached(context, sealed) ?? (await openWithin(context, sealed, deadlineMs));
      if ("kind" in opened) return opened;
      const { credential } = opened;
      const token = asToken(sealed);
      if (token === null) return { kind: "ready", credential, version: sealed.version, isRefreshable: false };
      // The vault returns a credential that was sealed under the same auth, so its type is correct.
      return await refreshIfDue(context, token, credential as IssuedCredential, deadlineMs);
    },
    async refresh(sealed, refusedVersion, deadlineMs) {
      const token = asToken(sealed);
      if (token === null || isBackingOff(context, sealed.connectionId, refusedVersion, true))
        return { kind: "unavailable" };
      const { outcome } = startRefresh(context, token, refusedVersion);
      return toState(await within(context, outcome, deadlineMs));
    },
    async isSuperseded(sealed, refusedVersion) {
      if (asToken(sealed) === null) return false;
      return await deps.refreshes.isSuperseded(sealed.connectionId, refusedVersion).catch(() => false);
    },
  };
}

/** Opens the credential with cached keys; null if that isn't possible, and {@link openWithin} then reports why. */
function openCached({ credentials }: Context, sealed: SealedCredential): { credential: unknown } | null {
  try {
    return credentials.openFromCache(contextOfVersion(sealed, sealed.version), sealed.record);
  } catch {
    return null;
  }
}

/** Opens the credential, or gives up at the deadline. */
async function openWithin(
  context: Context,
  sealed: SealedCredential,
  deadlineMs: number,
): Promise<{ credential: unknown } | Unopened> {
  const { credentials, onUnreadable } = context;
  const opening = credentials.open(contextOfVersion(sealed, sealed.version), sealed.record).then(
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

/** Returns the credential with its token's issuer; null if it can't be refreshed. */
function asToken(sealed: SealedCredential): SealedToken | null {
  const auth = strategyFor(sealed.auth.kind).issuer(sealed.auth);
  return auth === null ? null : { ...sealed, auth };
}

/** Returns the credential, refreshed first if it is due. */
async function refreshIfDue(
  context: Context,
  sealed: SealedToken,
  token: IssuedCredential,
  deadlineMs: number,
): Promise<CredentialState> {
  const { platform, spread } = context;
  const { version, connectionId } = sealed;
  const unchanged: CredentialState = {
    kind: "ready",
    credential: token,
    version,
    isRefreshable: token.refreshToken !== null,
  };
  const { refreshAfterSeconds } = sealed.auth.server;
  if (token.refreshToken === null || !isDue(token, platform.nowMs(), spread, refreshAfterSeconds)) return unchanged;
  const hasExpired = isExpired(token, platform.nowMs());
  if (isBackingOff(context, connectionId, version, hasExpired)) return hasExpired ? { kind: "unavailable" } : unchanged;
  const { outcome, startedMs } = startRefresh(context, sealed, version);
  const until = hasExpired ? deadlineMs : Math.min(deadlineMs, startedMs + patienceMs);
  const state = toState(await within(context, outcome, until));
  if (state.kind !== "unavailable" && state.kind !== "local") return state;
  return isExpired(token, platform.nowMs()) ? state : unchanged;
}

function toState(outcome: RefreshOutcome | null): CredentialState {
  if (outcome === null) return { kind: "unavailable" };
  if (outcome.kind !== "ready") return { kind: outcome.kind };
  const { credential, version } = outcome;
  return { kind: "ready", credential, version, isRefreshable: credential.refreshToken !== null };
}

function startRefresh(context: Context, sealed: SealedToken, version: number): RunningRefresh {
  const { refreshesInFlight, inFlight, platform } = context;
  const name = `${sealed.connectionId} ${version}`;
  const running = refreshesInFlight.get(name);
  if (running !== undefined) return running;
  const outcome = context.refresh(sealed, version).then((ended) => {
    refreshesInFlight.delete(name);
    inFlight.delete(outcome);
    recordOutcome(context, sealed.connectionId, version, ended);
    return ended;
  });
  const started = { outcome, startedMs: platform.monotonicMs() };
  refreshesInFlight.set(name, started);
  inFlight.add(outcome);
  return started;
}

function recordOutcome(
  { failures, platform }: Context,
  connectionId: string,
  version: number,
  ended: RefreshOutcome,
): void {
  // It says nothing about the authorization server.
  if (ended.kind === "local") return;
  const before = failures.get(connectionId);
  if (ended.kind !== "unavailable") {
    failures.delete(connectionId);
    return;
  }
  const count = before?.version === version ? before.count + 1 : 1;
  failures.delete(connectionId);
  failures.set(connectionId, { version, count, atMs: platform.monotonicMs() });
  // A disconnected connection never succeeds again, so its failure would never be removed.
  if (failures.size > failuresMax) for (const oldest of failures.keys()) if (failures.delete(oldest)) break;
}

/** Whether the last refresh of this version failed too recently to try again. */
function isBackingOff(
  { failures, platform }: Context,
  connectionId: string,
  version: number,
  isUrgent: boolean,
): boolean {
  const failure = failures.get(connectionId);
  if (failure?.version !== version) return false;
  const { first, max } = urgentBackoffMs;
  const lastsMs = isUrgent ? Math.min(max, first * 2 ** (failure.count - 1)) : backoffMs;
  return platform.monotonicMs() - failure.atMs < lastsMs;
}

/** Waits until a time on the monotonic clock; null if it has not resolved by then. */
function within<T>({ platform }: Context, promise: Promise<T>, untilMs: number): Promise<T | null> {
  return waitAtMost(promise, untilMs - platform.monotonicMs());
}
