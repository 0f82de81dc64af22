/**
 * The parts of refreshing an OAuth credential: its input and results, when to refresh it before it expires, and how the
 * authorization server's response is recorded before anything else uses it.
 */
import type { OAuthAuth, OAuthCredential } from "@svc/provider-kit";
import type { Audit } from "../journal/entry.ts";
import { minuteMs } from "../clock/units.ts";
import type { OAuthApps } from "../oauth/app.ts";
import type { TokenEndpoint } from "../oauth/port.ts";
import type { Platform } from "../../platform.ts";
import { contextOfVersion, type Credentials, type SealedCredential } from "./sealed-credential.ts";
import type { ConnectionStore, CredentialRefreshStore, RefreshLease } from "./port.ts";
import type { TrailTypeName } from "../journal/types.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";

/**
 * A sealed credential, with its time of issue, from which its lifetime follows, and the id of the app that it was
 * issued to. Each is absent if unknown.
 */
export type IssuedCredential = OAuthCredential & { issuedAt?: number; appId?: string };

/** Returns the credential with its app's id and its time of issue, in milliseconds since the epoch. */
export function issuedCredential(credential: OAuthCredential, issuedAt: number, appId: string): IssuedCredential {
  return { ...credential, issuedAt, appId };
}

const leadMsMin = minuteMs;
const leadMsMax = 5 * minuteMs;

/**
 * Returns how long before its expiry a token is due: a minute or a tenth of its lifetime, whichever is longer, and at
 * most five minutes. A token with a lifetime under two minutes is not due in the first half, because otherwise every
 * call would refresh it.
 * @param spread a number in [0, 1), one per process: adds up to a tenth, so that replicas don't all start together.
 */
export function refreshLeadMs(expiresAt: number, issuedAt: number | undefined, spread: number): number {
  const lifeMs = issuedAt === undefined ? null : Math.max(0, expiresAt - issuedAt);
  const leadMs = Math.max(leadMsMin, (lifeMs ?? 0) / 10) * (1 + spread / 10);
  return Math.min(leadMs, leadMsMax, lifeMs === null ? leadMsMax : lifeMs / 2);
}

/**
 * Whether to refresh the token before its next use. A token without a known expiry is used until it is refused.
 * @param refreshAfterSeconds the age at which to refresh a token without a known expiry, if its server defines one.
 */
export function isDue(
  { expiresAt, issuedAt }: IssuedCredential,
  nowMs: number,
  spread: number,
  refreshAfterSeconds?: number,
): boolean {
  if (expiresAt !== null) return expiresAt - nowMs < refreshLeadMs(expiresAt, issuedAt, spread);
  if (refreshAfterSeconds === undefined || issuedAt === undefined) return false;
  return nowMs - issuedAt >= refreshAfterSeconds * 1000 * (1 - spread / 10);
}

/** Whether the token has expired. */
export function isExpired({ expiresAt }: Pick<OAuthCredential, "expiresAt">, nowMs: number): boolean {
  return expiresAt !== null && expiresAt <= nowMs;
}

/** Identifies the credential to refresh. */
export type RefreshSubject = Omit<SealedCredential, "auth" | "version" | "record"> & { auth: OAuthAuth };

/**
 * The result of a refresh. `ready`: the connection's current credential, refreshed here or elsewhere. `refused`: the
 * server refused the refresh token and the connection needs reconnecting. `gone`: the connection was disconnected.
 * `unavailable`: the result is inconclusive, or the app is misconfigured; the connection is unchanged. `local`: svc's
 * own machine couldn't send the request; the connection is unchanged.
 */
export type RefreshOutcome =
  | { kind: "ready"; credential: OAuthCredential; version: number }
  | { kind: "refused" | "gone" | "unavailable" | "local" };

/** Time limits, in milliseconds. The lease is much longer than a request, and restarts with each one. */
export type RefreshLimits = {
  leaseMs: number;
  requestMs: number;
  /** How often to try to take a held lease. */
  pollEveryMs: number;
  /** How long one refresh waits for another holder. */
  waitForMs: number;
  /** How long to retry storing the server's response. */
  storeForMs: number;
};

/** Requests of 10 s under leases of 30 s. */
export const refreshDefaults: RefreshLimits = {
  leaseMs: 30_000,
  requestMs: 10_000,
  pollEveryMs: 100,
  waitForMs: minuteMs,
  storeForMs: 20_000,
};

/** Dependencies of a refresh. */
export type RefreshDeps = {
  store: CredentialRefreshStore;
  connections: Pick<ConnectionStore, "find">;
  credentials: Credentials;
  tokenEndpoint: Pick<TokenEndpoint, "refresh">;
  apps: OAuthApps;
  audit: Audit;
  platform: Platform;
  /** Returns this process's unique name. */
  ownerId: () => string;
  limits: RefreshLimits;
  /** Called with faults that the operator should know about. @param what a constant name. */
  onFault: (connectionId: string, what: string) => void;
};

/** Granted credentials that aren't stored yet, by connection. A rotated token exists nowhere else. */
export type Unstored = Map<string, { version: number; credential: IssuedCredential }>;

/** One refresh in progress. */
export type RefreshWork = RefreshDeps & { unstored: Unstored; subject: RefreshSubject; version: number };

/** A refresh under its lease. */
export type LeasedWork = RefreshWork & { lease: RefreshLease };

/** `again`: another holder has the lease or has changed the connection, so take the lease again. */
export type RefreshStep = RefreshOutcome | "again";

/** Waits for `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Stores the granted credential, with retries: it is used only after it is stored, and kept in memory until then. */
export async function storeGranted(work: LeasedWork, credential: IssuedCredential): Promise<RefreshStep> {
  const { subject, version, lease, unstored, platform } = work;
  unstored.set(subject.connectionId, { version, credential });
  const kept = await withRetries(work, async () => {
    const sealed = await work.credentials.seal(contextOfVersion(subject, version + 1), credential);
    const refreshed = { record: sealed, grantedScopes: credential.scopes, at: platform.nowMs() };
    return await work.store.store(lease, version, refreshed);
  });
  if (kept === null) {
    work.onFault(subject.connectionId, "RefreshedCredentialNotStored");
    return { kind: "unavailable" };
  }
  if (kept !== true) return kept === "gone" ? { kind: "gone" } : "again";
  unstored.delete(subject.connectionId);
  return { kind: "ready", credential, version: version + 1 };
}

/** Marks the refused version, but only while no other holder is refreshing it. */
export async function markNeedsReconnect(work: LeasedWork): Promise<RefreshStep> {
  const isMarked = await withRetries(work, () =>
    work.store.markNeedsReconnect(work.lease, work.version, work.platform.nowMs()),
  );
  if (isMarked === null) return { kind: "unavailable" };
  if (isMarked !== true) return isMarked === "gone" ? { kind: "gone" } : "again";
  return { kind: "refused" };
}

/**
 * Retries until the store responds; null if it doesn't respond in time. Once the connection is disconnected, there is
 * nothing left to store.
 */
async function withRetries(work: LeasedWork, write: () => Promise<boolean>): Promise<boolean | "gone" | null> {
  const { platform, limits, subject } = work;
  const giveUpAt = platform.monotonicMs() + limits.storeForMs;
  for (;;) {
    try {
      return await write();
    } catch {
      if (await isDisconnected(work)) {
        work.unstored.delete(subject.connectionId);
        return "gone";
      }
      if (platform.monotonicMs() >= giveUpAt) return null;
      await pause(limits.pollEveryMs);
    }
  }
}

type ConnectionCheck = {
  connections: RefreshDeps["connections"];
  subject: Pick<RefreshSubject, "clientId" | "tenantId" | "connectionId">;
};

/**
 * Whether a vault error was caused by deleting the tenant, which destroys its key even if the credential was just read.
 * If the connection still exists and only the key is missing, something is wrong.
 */
export async function isGoneWithTenant(error: unknown, check: ConnectionCheck): Promise<boolean> {
  return isTenantKeyAbsent(error) && (await isDisconnected(check));
}

/** Whether a connection was disconnected, alone or with its tenant; false if the store doesn't respond. */
async function isDisconnected({ connections, subject }: ConnectionCheck): Promise<boolean> {
  try {
    const row = await connections.find(subject.clientId, subject.tenantId, subject.connectionId);
    return row === null || row.status === "disconnected";
  } catch {
    return false;
  }
}

/** Releases the lease. A failure only costs time, because the lease expires anyway. */
export async function release(work: LeasedWork, isAnswered: boolean): Promise<void> {
  try {
    await work.store.release(work.lease, isAnswered);
  } catch {
    work.onFault(work.subject.connectionId, "LeaseNotReleased");
  }
}

/** Records a refusal that changes nothing, with codes only. */
export async function recordRefusal(
  { audit, subject, onFault }: LeasedWork,
  type: TrailTypeName,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { clientId, tenantId, connectionId, provider } = subject;
  try {
    const event = { clientId, tenantId, subject: connectionId, actor: "system" } as const;
    await audit.record({ type, ...event, data: { provider: provider.slug, ...data } });
  } catch {
    onFault(connectionId, "EventNotRecorded");
  }
}
