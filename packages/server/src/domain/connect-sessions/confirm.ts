/** The backend's part of a confirmed completion (contract §5.8): sending the code in time. */
import { ServiceError } from "@svc/contract";
import type { ConnectionRow } from "../connections/port.ts";
import { vaultContext } from "../connections/sealed-credential.ts";
import { actorOf, type Caller } from "../service-clients/caller.ts";
import { isTenantKeyAbsent } from "../vault/port.ts";
import { checkOpen, checkStillAllowed } from "./completion.ts";
import { isCompletionCode } from "./completion-code.ts";
import { rejectionsMax, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow, SessionCompletion } from "./port.ts";
import { statusAt } from "./present.ts";
import { sessionEnd } from "./session-end.ts";
import { credentialChanged } from "./verified.ts";

/**
 * Completes a session that awaits confirmation. A completed one is left unchanged if the code is correct.
 * @throws ServiceError CONNECT_SESSION_NOT_OPEN, CONNECT_SESSION_EXPIRED (destroys everything), COMPLETION_CODE_INVALID
 * (the fifth destroys everything), and the errors of `checkStillAllowed`.
 */
export async function confirm(
  deps: ConnectDeps,
  caller: Caller,
  session: ConnectSessionRow,
  completionCode: string,
): Promise<void> {
  const nowMs = deps.platform.nowMs();
  if (session.status === "awaiting_confirmation" && statusAt(session, nowMs) === "expired") {
    const ended = sessionEnd(deps, session, { status: "expired", actor: "system" });
    await deps.store.end(session.id, "expired", "", nowMs, ended);
  }
  const genuine = isCompletionCode(deps.hashes, session.id, completionCode);
  if (session.status === "completed" && session.completion === "confirmed" && genuine) return;
  checkOpen(session, nowMs);
  if (session.status !== "awaiting_confirmation") {
    const detail = `The session is ${session.status}: the user has not finished, so there is nothing to confirm yet.`;
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  }
  if (!genuine) throw await refuseCode(deps, caller, session);
  await completePending(deps, caller, session);
}

async function refuseCode(deps: ConnectDeps, caller: Caller, session: ConnectSessionRow): Promise<ServiceError> {
  const code = "COMPLETION_CODE_INVALID";
  const rejection = { by: actorOf(caller), failsWith: code, code } as const;
  const count = await deps.store.reject(session.id, rejectionsMax, deps.platform.nowMs(), rejection);
  if (count < rejectionsMax) return new ServiceError("COMPLETION_CODE_INVALID");
  const detail =
    "The completion code is wrong for the fifth time: the session has failed and its credential is destroyed.";
  return new ServiceError("COMPLETION_CODE_INVALID", { detail });
}

/** How often to retry a completion because the connection's credential was refreshed in between. */
const attemptsMax = 5;

async function completePending(deps: ConnectDeps, caller: Caller, session: ConnectSessionRow): Promise<void> {
  const pending = await deps.store.pendingCompletion(session.id);
  const detail =
    "The session or its connection changed in the meantime, so nothing was completed. Create a new session.";
  let failure: Error = new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  try {
    if (pending !== null && (await completeFrom(deps, caller, session, pending))) return;
  } catch (error) {
    // Deleting a tenant ends its sessions and destroys its key. If only the key is missing, something is wrong.
    if (!isTenantKeyAbsent(error)) throw error;
    failure = error;
  }
  // Another request was faster: the same confirmation, or one that ended the session.
  const now = await deps.store.findById(session.id);
  if (now?.status === "completed") return;
  if (now !== null) await checkStillAllowed(deps, now);
  throw failure;
}

/** Returns false if one of the store's conditions no longer held. */
async function completeFrom(
  deps: ConnectDeps,
  caller: Caller,
  session: ConnectSessionRow,
  pending: SessionCompletion,
): Promise<boolean> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { reconnected } = await checkStillAllowed(deps, session);
    const at = deps.platform.nowMs();
    const context = vaultContext(pending.connection, "pending-credential");
    const credential = await deps.credentials.open(context, pending.record);
    const connection = { ...pending.connection, ...carryOver(reconnected), updatedAt: at };
    const record = await deps.credentials.seal(vaultContext(connection), credential);
    if (await deps.store.complete(session.id, { connection, record, at }, actorOf(caller))) return true;
    if (!(await credentialChanged(deps, reconnected))) return false;
  }
  return false;
}

/**
 * Carries over changes to a reconnected connection while its new credential was pending, from a refresh or a test.
 */
function carryOver(
  reconnected: ConnectionRow | null,
): Partial<Pick<ConnectionRow, "credentialVersion" | "grantGeneration" | "lastTestedAt">> {
  if (reconnected === null) return {};
  return {
    credentialVersion: reconnected.credentialVersion + 1,
    grantGeneration: reconnected.grantGeneration + 1,
    lastTestedAt: reconnected.lastTestedAt,
  };
}
