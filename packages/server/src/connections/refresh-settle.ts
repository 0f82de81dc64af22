/** The end of a renewal: what the server said is written down before anybody acts on it. */
import { isTenantKeyAbsent } from "../vault/port.ts";
import type { IssuedCredential } from "./refresh-due.ts";
import type { LeasedWork, RefreshDeps, RefreshStep, RefreshSubject } from "./refresh-work.ts";

/** Where the vault keeps a version of the connection's credential. */
export function vaultContext(
  { clientId, tenantId, connectionId, provider, grantedActions }: Omit<RefreshSubject, "auth">,
  version: number,
) {
  const purpose = "credential" as const;
  return { clientId, tenantId, connectionId, version, purpose, provider: provider.slug, grantedActions };
}

/** Some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Stores what was granted, patiently: it is used only when it is kept, and kept in memory until it is stored. */
export async function keep(work: LeasedWork, credential: IssuedCredential): Promise<RefreshStep> {
  const { subject, version, lease, unstored, platform } = work;
  unstored.set(subject.connectionId, { version, credential });
  const kept = await firmly(work, async () => {
    const sealed = await work.credentials.seal(vaultContext(subject, version + 1), credential);
    const renewed = { record: sealed, grantedScopes: credential.scopes, at: platform.nowMs() };
    return await work.store.store(lease, version, renewed);
  });
  if (kept === null) {
    work.onFault(subject.connectionId, "RenewedCredentialNotStored");
    return { kind: "unavailable" };
  }
  if (kept !== true) return kept === "gone" ? { kind: "gone" } : "again";
  unstored.delete(subject.connectionId);
  await record(work, "credential.refreshed", { version: version + 1 });
  return { kind: "ready", credential, version: version + 1 };
}

/** Holds only for the version that was refused, and only while no other holder is renewing it. */
export async function markNeedsReconnect(work: LeasedWork): Promise<RefreshStep> {
  const isMarked = await firmly(work, () =>
    work.store.markNeedsReconnect(work.lease, work.version, work.platform.nowMs()),
  );
  if (isMarked === null) return { kind: "unavailable" };
  if (isMarked !== true) return isMarked === "gone" ? { kind: "gone" } : "again";
  await record(work, "credential.refresh_refused", { code: "invalid_grant" });
  return { kind: "refused" };
}

/** Tries until the store answers; null where it did not in time. A connection that ended meanwhile needs no more trying. */
async function firmly(work: LeasedWork, write: () => Promise<boolean>): Promise<boolean | "gone" | null> {
  const { platform, limits, subject } = work;
  const giveUpAt = platform.monotonicMs() + limits.storeForMs;
  for (;;) {
    try {
      return await write();
    } catch {
      if (await hasEnded(work)) {
        work.unstored.delete(subject.connectionId);
        return "gone";
      }
      if (platform.monotonicMs() >= giveUpAt) return null;
      await pause(limits.pollEveryMs);
    }
  }
}

type Place = {
  connections: RefreshDeps["connections"];
  subject: Pick<RefreshSubject, "clientId" | "tenantId" | "connectionId">;
};

/**
 * Whether an error of the vault came of the connection's end: a tenant that is deleted takes its key along, also from whoever
 * has read a credential. A key that is gone alone is a fault.
 */
export async function isGoneWithTenant(error: unknown, place: Place): Promise<boolean> {
  return isTenantKeyAbsent(error) && (await hasEnded(place));
}

/** Whether a connection was disconnected, by itself or with its tenant; false where the store does not tell. */
async function hasEnded({ connections, subject }: Place): Promise<boolean> {
  try {
    const row = await connections.find(subject.clientId, subject.tenantId, subject.connectionId);
    return row === null || row.status === "disconnected";
  } catch {
    return false;
  }
}

/** A release that fails costs time only: the lease ends by itself. */
export async function release(work: LeasedWork, isAnswered: boolean): Promise<void> {
  try {
    await work.store.release(work.lease, isAnswered);
  } catch {
    work.onFault(work.subject.connectionId, "LeaseNotReleased");
  }
}

/** Records what happened, by codes alone. */
export async function record(
  { audit, subject, onFault }: LeasedWork,
  type: string,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { clientId, tenantId, connectionId, provider } = subject;
  try {
    const event = { clientId, tenantId, subject: connectionId, actor: "system" };
    await audit.record(type, { ...event, data: { provider: provider.slug, ...data } });
  } catch {
    onFault(connectionId, "EventNotRecorded");
  }
}
