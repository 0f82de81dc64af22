/**
 * One renewal of a connection's OAuth credential, under the lease that makes it the only one over all replicas. With a
 * rotated refresh token this is an ambiguous write: the intent is durable before the request leaves, what was granted is
 * stored before it is used, and only the server's own `invalid_grant` condemns. No transaction is open meanwhile.
 */
import type { TokenResult } from "../oauth/port.ts";
import type { RefreshTaken } from "./port.ts";
import { issuedCredential, type IssuedCredential } from "./refresh-due.ts";
import { markNeedsReconnect, isGoneWithTenant, keep, pause, record, release, vaultContext } from "./refresh-settle.ts";
import type {
  LeasedWork,
  RefreshDeps,
  RefreshStep,
  RefreshSubject,
  RefreshWork,
  Renewal,
  Unstored,
} from "./refresh-work.ts";

/**
 * Renews the credential of one version, or finds that it is another by now.
 * @returns never before what was granted is stored; does not throw.
 */
export type Refresh = (subject: RefreshSubject, version: number) => Promise<Renewal>;

const gone: Renewal = { kind: "gone" };
const unavailable: Renewal = { kind: "unavailable" };

/** Makes the function; it keeps nothing between calls but what could not be stored. */
export function createRefresh(deps: RefreshDeps): Refresh {
  let holders = 0;
  const newHolder = (): string => {
    holders += 1;
    return `${deps.ownerId()}.${holders}`;
  };
  const unstored: Unstored = new Map();
  return async (subject, version) => {
    try {
      return await renew({ ...deps, unstored, subject, version }, newHolder);
    } catch (error) {
      if (await isGoneWithTenant(error, { ...deps, subject })) return gone;
      deps.onFault(subject.connectionId, "RefreshFailed");
      return unavailable;
    }
  };
}

async function renew(work: RefreshWork, newHolder: () => string): Promise<Renewal> {
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
    // Whoever made the newer version may have granted other actions with it.
    const { grantedActions } = connection;
    const newer = { ...work, subject: { ...subject, grantedActions } };
    const credential = await open(newer, connection.credentialVersion, record);
    return { kind: "ready", credential, version: connection.credentialVersion };
  }
  return leased === null ? "again" : await renewUnderLease(leased, { ...taken, record });
}

async function open(
  { credentials, subject }: RefreshWork,
  version: number,
  record: Uint8Array,
): Promise<IssuedCredential> {
  // The vault gives back what was sealed for a connection of this auth, so its type holds.
  return (await credentials.open(vaultContext(subject, version), record)) as IssuedCredential;
}

async function renewUnderLease(work: LeasedWork, taken: RefreshTaken & { record: Uint8Array }): Promise<RefreshStep> {
  const { version, unstored, subject } = work;
  const granted = unstored.get(subject.connectionId);
  if (granted?.version === version) return await keep(work, granted.credential);
  const credential = await open(work, version, taken.record);
  const { refreshToken } = credential;
  if (refreshToken !== null) return await ask(work, { ...credential, refreshToken }, taken.isAsked);
  await release(work, true);
  return { kind: "ready", credential, version };
}

/**
 * Asks the server, and once more with the same refresh token where the first answer was lost: the first request may have
 * been the lost one, and some servers take a rotated token for a while.
 * @param wasAsked whether an earlier holder's request was lost; this is its once more then.
 */
async function ask(
  work: LeasedWork,
  credential: IssuedCredential & { refreshToken: string },
  wasAsked: boolean,
): Promise<RefreshStep> {
  const { platform, limits, lease, version } = work;
  let isLost = wasAsked;
  for (let asksLeft = wasAsked ? 1 : 2; asksLeft > 0; asksLeft -= 1) {
    const beganMs = platform.monotonicMs();
    if (!(await work.store.ask(lease, version, platform.nowMs(), limits.leaseMs))) return "again";
    // A process that slept here might send beside the next holder, and the server would take that for theft.
    if (platform.monotonicMs() - beganMs >= limits.leaseMs - limits.requestMs) {
      await release(work, !isLost);
      return "again";
    }
    const result = await request(work, credential);
    if (result.kind === "granted") return await keep(work, issuedCredential(result.credential, platform.nowMs()));
    if (result.kind === "refused" && result.error === "invalid_grant") return await markNeedsReconnect(work);
    if (result.kind === "refused" || !result.sent) {
      if (result.kind === "refused") await record(work, "credential.refresh_refused", { code: result.error });
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
  credential: IssuedCredential & { refreshToken: string },
): Promise<TokenResult> {
  const { provider, auth } = subject;
  const { accessToken, refreshToken, expiresAt, scopes } = credential;
  try {
    return await tokenEndpoint.refresh({ provider, auth, scopes }, { accessToken, refreshToken, expiresAt, scopes });
  } catch {
    onFault(subject.connectionId, "TokenEndpointFailed");
    return { kind: "unsure", sent: true };
  }
}
