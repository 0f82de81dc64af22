/** Records the server's response to a refresh before anything else uses it. */
import type { TrailTypeName } from "../journal/types.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";
import type { IssuedCredential, LeasedWork, RefreshDeps, RefreshStep, RefreshSubject } from "./refresh-work.ts";
import { contextOfVersion } from "./sealed-credential.ts";

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
