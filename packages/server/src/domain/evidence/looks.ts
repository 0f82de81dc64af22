/**
 * Looks. Those in the background come after a call. Due looks are leased, so that replicas share them and never make the same
 * one concurrently. Their number is limited per connection, per service client and in total.
 *
 * The look within the call, after a lost response, is made here too if there is time left before the caller is answered.
 */
import { ServiceError } from "@svc/contract";
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { Admit } from "../limits/limits.ts";
import { backgroundPlaces, createClientTurns } from "../limits/client-turns.ts";
import { leaseMsOf, lookAndApply, sameSchedule } from "./apply.ts";
import { type EvidenceDeps, examine, hinderedLook, outputOf, type Proved, subjectOf } from "./examine.ts";
import type { Hindrance } from "./needs.ts";
import type { LeasedLook, NextLook } from "./port.ts";
import { firstLookAfterMs, lastSentMs, nextLook } from "./schedule.ts";
import type { KeptLook } from "../records/documents.ts";

/** How often due looks are leased, in milliseconds. */
export const looksEveryMs = secondMs;

/** How long to wait before checking a paused look again, or retrying one that there was no capacity for. */
const retryMs = 30 * secondMs;

/** Dependencies of the background looks. */
export type LooksDeps = EvidenceDeps & {
  admit: Admit;
  /** Work that a graceful shutdown waits for. */
  inFlight: Set<Promise<unknown>>;
  /** Called if a look fails within svc, for example in its store. The look is leased again once its lease expires. */
  onFailure: (error: unknown) => void;
};

/** Leases due looks and starts them, without waiting for them to finish. */
export type Looks = (stopping: AbortSignal) => Promise<void>;

/** Creates the background looks of one process. Run them every {@link looksEveryMs}. */
export function createLooks(deps: LooksDeps): Looks {
  const { platform, inFlight, onFailure } = deps;
  return createClientTurns({
    limits: backgroundPlaces,
    roundMs: looksEveryMs,
    platform,
    take: (turn) => deps.store.take({ ...turn, leaseMs: leaseMsOf(deps) }),
    run: (leased) => lookOnce(deps, leased),
    onFailure,
    inFlight,
  });
}

async function lookOnce(deps: LooksDeps, leased: LeasedLook): Promise<void> {
  const found = await deps.store.find(leased.clientId, leased.executionId);
  if (found?.execution.status !== "outcome_unknown") {
    await deps.store.keep(leased, null, "ended");
    return;
  }
  const { clientId, tenantId, connectionId, provider } = found.execution;
  if (leased.isPaused && (await canLook(deps, found.execution))) {
    await deps.store.keep(leased, null, startOver(deps.platform.nowMs()));
    return;
  }
  let admission: ReturnType<Admit>;
  try {
    admission = deps.admit({ clientId, tenantId, connectionId, provider, effect: "read" });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await deps.store.keep(leased, null, { ...sameSchedule(leased), nextAtMs: deps.platform.nowMs() + retryMs });
    return;
  }
  try {
    const next = (execution: ExecutionRow, nowMs: number): NextLook => nextOf(deps, execution, leased, nowMs);
    const applied = await lookAndApply(deps, leased, found, { actor: "system", next });
    if (applied.kind === "hindered") await keepHindered(deps, leased, applied.hindrance);
  } finally {
    admission.end(true);
  }
}

/** Whether a paused look can continue: the connection is active and the provider is loaded. */
async function canLook({ actions, connections }: EvidenceDeps, execution: ExecutionRow): Promise<boolean> {
  if (actions.provider(execution.provider) === null) return false;
  const { clientId, tenantId, connectionId } = execution;
  const found = await connections.findWithCredential(clientId, tenantId, connectionId);
  return found?.connection.status === "active";
}

/** Restarts the schedule. That is safe because a connection is only ever reconnected to the same account. */
function startOver(nowMs: number): NextLook {
  return { sinceMs: nowMs, made: 0, nextAtMs: nowMs + firstLookAfterMs, isPaused: false };
}

function nextOf({ actions }: EvidenceDeps, execution: ExecutionRow, leased: LeasedLook, nowMs: number): NextLook {
  const { sinceMs, made } = leased;
  const quietSeconds = actions.find(execution.provider, execution.actionId)?.action.evidence?.quietSeconds ?? 0;
  const quietEndMs = lastSentMs(execution) + quietSeconds * secondMs;
  const next = nextLook({ sinceMs, made, quietEndMs }, nowMs);
  return { sinceMs, made: next.made, nextAtMs: next.atMs, isPaused: false };
}

async function keepHindered({ store, platform }: LooksDeps, leased: LeasedLook, hindrance: Hindrance): Promise<void> {
  const nowMs = platform.nowMs();
  switch (hindrance.kind) {
    case "local":
      await store.keep(leased, null, { ...sameSchedule(leased), nextAtMs: nowMs + retryMs });
      return;
    case "paused":
      await store.keep(leased, null, { ...sameSchedule(leased), nextAtMs: nowMs + retryMs, isPaused: true });
      return;
    case "disconnected":
      await store.keep(leased, hinderedLook(nowMs, hindrance), "ended");
      return;
    case "unavailable":
      await store.keep(leased, hinderedLook(nowMs, hindrance), {
        ...sameSchedule(leased),
        nextAtMs: null,
        isPaused: false,
      });
  }
}

/** How much time must be left before the deadline. */
const leftMsMin = 2 * secondMs;
/** How much of that time is reserved for the settlement. */
const reserveMs = secondMs / 2;

/** The result of a look within the call. `proved`: null if it settles nothing; its output is the whole one. */
export type FoundInCall = { look: KeptLook; proved: (Proved & { output: unknown }) | null };

/** Looks within a call; null if svc doesn't look. @param deadlineMs the call's deadline on the monotonic clock. */
export type LookInCall = (execution: ExecutionRow, deadlineMs: number) => Promise<FoundInCall | null>;

/** Creates the look within calls. It doesn't settle: the attempt does, under its own owner and fence. */
export function createLookInCall(deps: EvidenceDeps): LookInCall {
  return async ({ id, clientId }, deadlineMs) => {
    const leftMs = deadlineMs - deps.platform.monotonicMs();
    if (deps.settings.mode !== "automatic" || leftMs < leftMsMin) return null;
    try {
      const found = await deps.store.find(clientId, id);
      if (found?.execution.status !== "dispatched") return null;
      const limits = { ...deps.limits, timeMs: Math.min(deps.limits.timeMs, leftMs - reserveMs) };
      // The request may still be in flight, so absences don't count, and the clock needn't be confirmed.
      const look = { actor: "system", time: null, limits } as const;
      const examined = await examine(deps, await subjectOf(deps, found), look);
      if (examined.kind === "hindered") return null;
      const { judgment, action } = examined;
      if (judgment.outcome === "unknown") return { look: judgment.look, proved: null };
      return { look: judgment.look, proved: { ...judgment, output: outputOf(deps, action, judgment) } };
    } catch {
      // Without a look, the outcome stays unknown.
      deps.onDefect(id, "LookInCallFailed");
      return null;
    }
  };
}
