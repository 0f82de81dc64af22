/**
 * The looks in the background, after a call. Due looks are leased, so that replicas share them and never make the same
 * one concurrently. Their number is limited per connection and in total.
 */
import { ServiceError } from "@svc/contract";
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../executions/record.ts";
import type { Admit } from "../limits/admission.ts";
import { leaseMsOf, lookAndApply, sameSchedule } from "./apply.ts";
import { hinderedLook, type EvidenceDeps } from "./examine.ts";
import type { Hindrance } from "./needs.ts";
import type { LeasedLook, NextLook } from "./port.ts";
import { firstLookAfterMs, lastSentMs, nextLook } from "./schedule.ts";

/** How often due looks are leased, in milliseconds. */
export const looksEveryMs = secondMs;

/** The maximum number of concurrent looks per process. */
const concurrencyMax = 16;

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
  const underWay = new Set<Promise<void>>();
  /** The service client that was served last; the next round starts after it. */
  let afterClient = "";
  const begin = (leased: LeasedLook): void => {
    const work = lookOnce(deps, leased)
      .catch(deps.onFailure)
      .finally(() => {
        underWay.delete(work);
        deps.inFlight.delete(work);
      });
    underWay.add(work);
    deps.inFlight.add(work);
  };
  return async (stopping) => {
    while (!stopping.aborted && underWay.size < concurrencyMax) {
      const limit = concurrencyMax - underWay.size;
      const taken = await deps.store.take({ limit, leaseMs: leaseMsOf(deps), afterClient });
      for (const leased of taken) begin(leased);
      const last = taken.at(-1);
      if (last === undefined) return;
      afterClient = last.clientId;
    }
  };
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
