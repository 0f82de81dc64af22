/**
 * Refreshes a connection's OAuth credential, under a lease that prevents concurrent refreshes by other replicas. If the
 * server rotates refresh tokens, a refresh is an ambiguous write. So the intent is durable before the request is sent,
 * the granted credential is stored before it is used, and only the server's own `invalid_grant` marks the connection as
 * needing reconnection. No transaction stays open during the request.
 */
import type { TokenResult } from "../oauth/port.ts";
import type { ConnectionRow, RefreshTaken } from "./port.ts";
import { issuingApp, type OAuthApp } from "../oauth/app.ts";
import {
  isGoneWithTenant,
  issuedCredential,
  type IssuedCredential,
  type LeasedWork,
  markNeedsReconnect,
  pause,
  recordRefusal,
  type RefreshDeps,
  type RefreshOutcome,
  type RefreshStep,
  type RefreshSubject,
  type RefreshWork,
  release,
  storeGranted,
  type Unstored,
} from "./refresh-work.ts";
import { vaultContext } from "./sealed-credential.ts";

/**
 * Refreshes one version of the credential, or returns a newer version if there is one.
 * @returns only after the granted credential is stored; does not throw.
 */
export type Refresh = (subject: RefreshSubject, version: number) => Promise<RefreshOutcome>;

const gone: RefreshOutcome = { kind: "gone" };
const unavailable: RefreshOutcome = { kind: "unavailable" };
const local: RefreshOutcome = { kind: "local" };

/** Creates the function. Between calls it keeps only credentials that could not be stored. */
export function createRefresh(deps: RefreshDeps): Refresh {
  let holders = 0;
  const newHolder = (): string => {
    holders += 1;
    return `${deps.ownerId()}.${holders}`;
  };
  const unstored: Unstored = new Map();
  return async (subject, version) => {
    try {
      return await refresh({ ...deps, unstored, subject, version }, newHolder);
    } catch (error) {
      if (await isGoneWithTenant(error, { ...deps, subject })) return gone;
      deps.onFault(subject.connectionId, "RefreshFailed");
      return unavailable;
    }
  };
}

async function refresh(work: RefreshWork, newHolder: () => string): Promise<RefreshOutcome> {
  const { platform, limits } = work;
  const giveUpAt = platform.monotonicMs() + limits.waitForMs;
  for (;;) {
    const step = await take(work, newHolder());
    if (step !== "again") return step;
    if (platform.monotonicMs() >= giveUpAt) return unavailable;
    await pause(limits.pollEveryMs * (0.5 + platform.jitter()));
  }
}

async function take(work: RefreshWork, holder: string): Promise<RefreshStep> {
  const { subject, version, unstored } = work;
  const { connectionId } = subject;
  const taken = await work.store.take(subject, version, holder, work.limits.leaseMs);
  if (taken === null) return gone;
  const { connection, record, fence } = taken;
  const leased = fence === null ? null : { ...work, lease: { connectionId, holder, fence } };
  const isGone = connection.status === "disconnected" || record === null;
  if (isGone || connection.credentialVersion !== version) {
    unstored.delete(connectionId);
    if (leased !== null) await release(leased, true);
    if (isGone) return gone;
    // A reconnect that created the newer version may have granted other actions.
    const credential = await open(work, connection, record);
    return { kind: "ready", credential, version: connection.credentialVersion };
  }
  return leased === null ? "again" : await refreshUnderLease(leased, { ...taken, record });
}

async function open(
  { credentials }: RefreshWork,
  connection: ConnectionRow,
  record: Uint8Array,
): Promise<IssuedCredential> {
  // The vault returns a credential that was sealed for a connection with this auth, so its type is correct.
  return (await credentials.open(vaultContext(connection), record)) as IssuedCredential;
}

async function refreshUnderLease(work: LeasedWork, taken: RefreshTaken & { record: Uint8Array }): Promise<RefreshStep> {
  const { version, unstored, subject } = work;
  const granted = unstored.get(subject.connectionId);
  if (granted?.version === version) return await storeGranted(work, granted.credential);
  const credential = await open(work, taken.connection, taken.record);
  const { refreshToken } = credential;
  if (refreshToken !== null) return await requestRefresh(work, { ...credential, refreshToken }, taken.wasRequested);
  await release(work, true);
  return { kind: "ready", credential, version };
}

/**
 * Sends the request, with the app that the token was issued to. If the response is lost, sends it once more with the
 * same refresh token: the request itself may have been lost, and some servers accept a rotated token for a while.
 * @param wasRequested whether an earlier holder's response was lost. If so, this request is already the repetition.
 */
async function requestRefresh(
  work: LeasedWork,
  credential: IssuedCredential & { refreshToken: string },
  wasRequested: boolean,
): Promise<RefreshStep> {
  const { platform, limits, lease, version, subject } = work;
  const apps = work.apps.of(subject.provider.slug, subject.clientId);
  const app = issuingApp(apps, credential.appId);
  if (app === undefined) {
    // If another app has replaced it, the refresh token can no longer be used. If there is no app, nothing is lost.
    if (apps.length > 0) return await markNeedsReconnect(work);
    await release(work, !wasRequested);
    return unavailable;
  }
  let isLost = wasRequested;
  for (let attemptsLeft = wasRequested ? 1 : 2; attemptsLeft > 0; attemptsLeft -= 1) {
    const startedMs = platform.monotonicMs();
    if (!(await work.store.recordRequest(lease, version, platform.nowMs(), limits.leaseMs))) return "again";
    // If this process was suspended here, it might send at the same time as the next holder, which the server would
    // treat as token theft.
    if (platform.monotonicMs() - startedMs >= limits.leaseMs - limits.requestMs) {
      await release(work, !isLost);
      return "again";
    }
    const result = await request(work, app, credential);
    if (result.kind === "granted")
      return await storeGranted(work, issuedCredential(result.credential, platform.nowMs(), app.clientId));
    if (result.kind === "refused" && result.error === "invalid_grant") return await markNeedsReconnect(work);
    if (result.kind === "local") {
      await release(work, !isLost);
      return local;
    }
    if (result.kind === "refused" || !result.sent) {
      if (result.kind === "refused") await recordRefusal(work, "credential.refresh_refused", { code: result.error });
      await release(work, !isLost);
      return unavailable;
    }
    isLost = true;
  }
  await release(work, false);
  return unavailable;
}

async function request(
  { tokenEndpoint, subject, onFault }: LeasedWork,
  app: OAuthApp,
  credential: IssuedCredential & { refreshToken: string },
): Promise<TokenResult> {
  const { provider, auth } = subject;
  const { issuedAt: _issuedAt, appId: _appId, ...issued } = credential;
  try {
    return await tokenEndpoint.refresh({ provider, auth, app, scopes: issued.scopes }, issued);
  } catch {
    onFault(subject.connectionId, "TokenEndpointFailed");
    return { kind: "unsure", sent: true };
  }
}
