/** Looks on request: `:settle`. */
import type { Actor } from "../journal/port.ts";
import { setTimeout as delay } from "node:timers/promises";
import { ServiceError } from "@svc/contract";
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { Admit } from "../limits/limits.ts";
import { localFailure } from "../provider-calls/port.ts";
import { leaseMsOf, lookAndApply, sameSchedule } from "./apply.ts";
import { subjectOf, type EvidenceDeps } from "./examine.ts";
import { observableOf, type Hindrance } from "./needs.ts";
import type { LeasedLook } from "./port.ts";

/** Dependencies of a look on request. */
export type SettleOnRequestDeps = EvidenceDeps & { admit: Admit };

/** A request to look. `actor` is for the audit trail: `key:<public id>`. */
export type SettleRequest = { clientId: string; tenantId: string; executionId: string; actor: Actor };

/**
 * Looks for the effect of an unknown outcome now. If another look is in progress, waits for it and returns its result.
 * @returns the record after the look.
 * @throws ServiceError EXECUTION_NOT_FOUND, EXECUTION_NOT_UNKNOWN, EVIDENCE_NOT_AVAILABLE, CONNECTION_NOT_ACTIVE; the
 *   same errors as for an execution if there is no capacity.
 */
export type SettleOnRequest = (request: SettleRequest) => Promise<ExecutionRow>;

/** How often svc checks whether another look has finished. */
const pollEveryMs = secondMs / 5;

/** Creates the function behind `:settle`. */
export function createSettleOnRequest(deps: SettleOnRequestDeps): SettleOnRequest {
  return async (request) => {
    const { executionId: execution_id } = request;
    const found = await findUnknown(deps, request);
    if (deps.settings.mode === "off") {
      throw notAvailable(execution_id, "This deployment doesn't look for unknown outcomes (SVC_SETTLE is off).");
    }
    const observable = observableOf(deps.actions, await subjectOf(deps, found));
    if (!("sealed" in observable)) throw hindered(found.execution, observable);
    const { clientId, tenantId, connectionId, provider } = found.execution;
    const admission = deps.admit({ clientId, tenantId, connectionId, provider, effect: "read" });
    try {
      const leased = await lease(deps, request);
      return leased === null ? await afterOther(deps, request) : await lookLeased(deps, request, leased);
    } finally {
      admission.end(true);
    }
  };
}

async function findUnknown({ store }: SettleOnRequestDeps, { clientId, tenantId, executionId }: SettleRequest) {
  const found = await store.find(clientId, executionId);
  if (found === null || found.execution.tenantId !== tenantId) throw new ServiceError("EXECUTION_NOT_FOUND");
  if (found.execution.status !== "outcome_unknown") throw notUnknown(found.execution);
  return found;
}

/** Leases the look. If another look is in progress, waits for it to finish and returns null. */
async function lease(deps: SettleOnRequestDeps, { clientId, executionId }: SettleRequest): Promise<LeasedLook | null> {
  const untilMs = deps.platform.monotonicMs() + leaseMsOf(deps);
  for (let wasBusy = false; ; wasBusy = true) {
    const leased = await deps.store.takeOne(clientId, executionId, leaseMsOf(deps));
    if (leased === "busy" && deps.platform.monotonicMs() < untilMs) {
      await delay(pollEveryMs);
      continue;
    }
    if (leased === null && !wasBusy)
      throw notAvailable(executionId, "svc no longer looks for this execution's effect.");
    if (leased === null || leased === "busy") return null;
    if (!wasBusy) return leased;
    await deps.store.keep(leased, null, sameSchedule(leased));
    return null;
  }
}

async function afterOther(deps: SettleOnRequestDeps, { clientId, executionId }: SettleRequest): Promise<ExecutionRow> {
  const found = await deps.store.find(clientId, executionId);
  if (found === null) throw new ServiceError("EXECUTION_NOT_FOUND");
  // It was resolved in the meantime. A resolution takes precedence over a look.
  if (found.execution.resolution !== null) throw notUnknown(found.execution);
  return found.execution;
}

async function lookLeased(
  deps: SettleOnRequestDeps,
  request: SettleRequest,
  leased: LeasedLook,
): Promise<ExecutionRow> {
  const next = () => sameSchedule(leased);
  try {
    const found = await deps.store.find(leased.clientId, leased.executionId);
    const applied = await lookAndApply(deps, leased, found, { actor: request.actor, next });
    switch (applied.kind) {
      case "settled":
      case "kept":
        return applied.execution;
      case "gone":
        return await afterOther(deps, request);
      case "hindered": {
        await deps.store.keep(leased, null, next());
        const { execution } = await findUnknown(deps, request);
        throw hindered(execution, applied.hindrance);
      }
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) await deps.store.keep(leased, null, next()).catch(() => null);
    throw error;
  }
}

function notAvailable(execution_id: string, detail: string): ServiceError {
  return new ServiceError("EVIDENCE_NOT_AVAILABLE", {
    execution_id,
    detail: `${detail} Check the provider, then resolve it with \`:resolve\`.`,
  });
}

function hindered({ id: execution_id, connectionId: connection_id }: ExecutionRow, hindrance: Hindrance): ServiceError {
  const { kind, detail } = hindrance;
  if (kind === "local") return localFailure({ execution_id, connection_id });
  if (kind === "unavailable") return notAvailable(execution_id, detail);
  return new ServiceError("CONNECTION_NOT_ACTIVE", { execution_id, connection_id, detail });
}

function notUnknown({ id: execution_id, status, resolution }: ExecutionRow): ServiceError {
  const detail =
    resolution === null
      ? `Its status is ${status}; svc looks only for unknown outcomes.`
      : `It was resolved as ${resolution.outcome}; a resolution is final.`;
  return new ServiceError("EXECUTION_NOT_UNKNOWN", { execution_id, detail });
}
