/** Examines an execution: whether svc may look or will, what the look finds, and what that settles. */
import type { Actor } from "../journal/port.ts";
import { errorTable, safeOutput, type EvidenceProspect } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import type { ConfirmedTime, ServiceClock } from "../clock/service-clock.ts";
import { secondMs } from "../clock/units.ts";
import type { ConnectionStore } from "../connections/port.ts";
import type { ActionLookup } from "../catalog/catalog.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import { judgeLook, undetermined, type Judgment } from "./judge.ts";
import { observableOf, type Hindrance, type LookSubject, type Observable } from "./needs.ts";
import type { ReadLimits } from "../provider-calls/reads.ts";
import { observe, type ObserveDeps } from "./observe.ts";
import { notSentHere } from "../provider-calls/port.ts";
import type { LookStore, Sent, Settling } from "./port.ts";
import { lastSentMs } from "./schedule.ts";

/** When svc looks: automatically and on request, only on request, or never. */
export const settleModes = ["automatic", "on_request", "off"] as const;
/** When svc looks. */
export type SettleMode = (typeof settleModes)[number];

/** An execution that evidence has settled, for metrics. */
export type SettledByEvidence = { basis: string; provider: string; seconds: number };

/** Dependencies of every look. */
export type EvidenceDeps = ObserveDeps & {
  store: LookStore;
  connections: Pick<ConnectionStore, "findWithCredential">;
  serviceClients: Pick<ServiceClientStore, "find">;
  actions: ActionLookup;
  clock: Pick<ServiceClock, "confirmed">;
  validOutput: (action: Action, output: unknown) => boolean;
  /** The deployment's settings: when svc looks, and whether an absence settles. */
  settings: { mode: SettleMode; settlesByAbsence: boolean };
  limits: ReadLimits;
  /** Audits that a look uses the credential. @param actor for the audit trail. */
  recordUse: (subject: Observable, actor: Actor) => Promise<void>;
  onSettled: (settled: SettledByEvidence) => void;
};

/** The result of a look: why there was none, or its judgment. */
export type Examined =
  { kind: "hindered"; hindrance: Hindrance } | { kind: "judged"; judgment: Judgment; action: Action };

/** Reads the current state that decides whether svc may look. */
export async function subjectOf(
  { connections, serviceClients }: Pick<EvidenceDeps, "connections" | "serviceClients">,
  { execution, sent }: { execution: ExecutionRow; sent: Sent },
): Promise<LookSubject> {
  const { clientId, tenantId, connectionId } = execution;
  const [client, connection] = await Promise.all([
    serviceClients.find(clientId),
    connections.findWithCredential(clientId, tenantId, connectionId),
  ]);
  return { execution, sent, client, connection };
}

/**
 * Looks once, and judges the result.
 * @param look.time the service clock's confirmed time, from before the first read; null to settle nothing by absence.
 */
export async function examine(
  deps: EvidenceDeps,
  subject: LookSubject,
  look: { actor: Actor; time: ConfirmedTime | null; limits: ReadLimits },
): Promise<Examined> {
  const observable = observableOf(deps.actions, subject);
  if (!("sealed" in observable)) return { kind: "hindered", hindrance: observable };
  const { execution, evidence, action } = observable;
  const { client } = subject;
  const atMs = look.time?.nowMs ?? deps.platform.nowMs();
  await deps.recordUse(observable, look.actor);
  const verdict = await observe(deps, observable, look.limits);
  if (verdict === null) return { kind: "hindered", hindrance: { kind: "local", detail: notSentHere } };
  const judgment = judgeLook(verdict, {
    strength: evidence.strength,
    settlesByState: client?.settleByState ?? false,
    settlesByAbsence: deps.settings.settlesByAbsence,
    atMs,
    time: look.time,
    lastSentMs: lastSentMs(execution),
    quietMs: evidence.quietSeconds * secondMs,
    looks: execution.looks,
    lateResponse: execution.lateResponse?.verdict ?? null,
  });
  return { kind: "judged", judgment, action };
}

/** A judgment that settles. */
export type Proved = Exclude<Judgment, { outcome: "unknown" }>;

/** Returns the output that a look read; null if it doesn't match the declared schema. */
export function outputOf({ validOutput }: Pick<EvidenceDeps, "validOutput">, action: Action, proved: Proved): unknown {
  return proved.outcome === "succeeded" && validOutput(action, proved.output) ? proved.output : null;
}

/** Returns the columns to write for a proof. @param output from {@link outputOf}. */
export function settlingOf(
  action: Action,
  { outcome, basis, look }: Proved,
  { output, atMs, sawLateResponse }: { output: unknown; atMs: number; sawLateResponse: boolean },
): Settling {
  const isFailed = outcome === "failed";
  return {
    status: outcome,
    basis,
    at: atMs,
    summaryOutput: output === null ? null : safeOutput(action, output),
    errorCode: isFailed ? "ACTION_NOT_APPLIED" : "",
    errorDetail: isFailed ? errorTable.ACTION_NOT_APPLIED.detail : "",
    look,
    sawLateResponse,
  };
}

/** Returns the look to record if svc couldn't look. */
export function hinderedLook(atMs: number, { detail }: Hindrance): Judgment["look"] {
  return undetermined({ atMs }, detail).look;
}

/** Returns how long an execution was unknown before evidence settled it, for metrics. */
export function settledSeconds({ dispatchedAt, createdAt }: ExecutionRow, atMs: number): number {
  return Math.max(0, atMs - (dispatchedAt ?? createdAt)) / secondMs;
}

/** Returns the current prospect. A change to a grant, a policy or a setting can change it. */
export type ProspectOf = (execution: Pick<ExecutionRow, "id" | "clientId">) => Promise<EvidenceProspect>;

/** Creates the function, which reads only svc's own records. */
export function createProspectOf(
  deps: Pick<EvidenceDeps, "store" | "connections" | "serviceClients" | "actions" | "settings">,
): ProspectOf {
  const { store, actions, settings } = deps;
  return async ({ id, clientId }) => {
    if (settings.mode === "off") return "none";
    const found = await store.find(clientId, id);
    if (found === null) return "none";
    const observable = observableOf(actions, await subjectOf(deps, found));
    // Paused looks resume once what pauses them is over.
    if (!("sealed" in observable) && observable.kind !== "paused") return "none";
    const standing = await store.standing(clientId, id);
    if (standing === "ended") return "none";
    return settings.mode === "automatic" && standing === "scheduled" ? "automatic" : "on_request";
  };
}
