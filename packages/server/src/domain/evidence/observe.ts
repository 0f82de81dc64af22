/** One look: runs the action's `settle` with the connection's credential. It can only read, within limits. */
import { dropUnrecorded } from "@svc/contract";
import { PortMisuse, ProviderFailure, type EvidenceVerdict } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import type { CredentialProvider, CredentialState } from "../connections/credential-provider.ts";
import type { RefusedCredentials } from "../connections/refused-credential.ts";
import type { ExecutionRow } from "../records/record.ts";
import type { BearerTokens } from "../provider-calls/bearer.ts";
import {
  type BoundedReads,
  boundReads,
  type ReadLimits,
  type ReadRetryLimits,
  withinMs,
} from "../provider-calls/reads.ts";
import { openedFor } from "../connections/sealed-credential.ts";
import { openProviderCall, type ProviderCall } from "../provider-calls/call.ts";
import { withoutSecrets } from "../provider-calls/echoes.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import type { TenantDigests } from "../vault/port.ts";
import { comparedData, type MarkerOf } from "./facts.ts";
import type { Observable } from "./needs.ts";
import { lostDispatch } from "./port.ts";

/** Dependencies of a look. */
export type ObserveDeps = {
  transport: ProviderTransport;
  bearerTokens?: BearerTokens | undefined;
  platform: Platform;
  credentials: CredentialProvider;
  retry: ReadRetryLimits;
  markerOf: MarkerOf;
  tenantDigests: (tenantId: string) => Promise<TenantDigests>;
  refusedCredentials: RefusedCredentials;
  /** Called if the provider refused the credential in the look and in a check, and it can't be refreshed. */
  markNeedsReconnect: (connectionId: string, credentialVersion: number, row: ExecutionRow) => Promise<void>;
  /** Reports a defect, with only its class name. */
  onDefect: (executionId: string, errorName: string) => void;
};

/** The verdict of one run of `settle`, and whether the provider refused the credential. */
type Seen = { verdict: EvidenceVerdict | null; isUnauthorized: boolean };

type ReadyCredential = Extract<CredentialState, { kind: "ready" }>;

/**
 * Looks once. Never throws: any fault is an undetermined verdict. An expired or refused token is refreshed as for a
 * read, and only a refused credential marks the connection.
 * @returns null if svc itself couldn't send a read, so that the look says nothing about the provider.
 */
export async function observe(
  deps: ObserveDeps,
  subject: Observable,
  limits: ReadLimits,
): Promise<EvidenceVerdict | null> {
  const deadlineMs = deps.platform.monotonicMs() + limits.timeMs;
  const { execution, sealed } = subject;
  try {
    const first = await deps.credentials.open(sealed, deadlineMs);
    if (first.kind === "local") return null;
    if (first.kind !== "ready") return undetermined(lackOf(first.kind));
    const seen = await observeWith(deps, subject, first, { ...limits, deadlineMs });
    if (!seen.isUnauthorized) return seen.verdict;
    if (!first.isRefreshable) return await refused(deps, subject, first, deadlineMs);
    if (await deps.refusedCredentials.stillWorks(sealed, first, deadlineMs)) return refusedForOneCall;
    const second = await deps.credentials.refresh(sealed, first.version, deadlineMs);
    if (second.kind === "local") return null;
    if (second.kind !== "ready") return undetermined(lackOf(second.kind));
    const again = await observeWith(deps, subject, second, { ...limits, deadlineMs });
    return again.isUnauthorized ? await refused(deps, subject, second, deadlineMs) : again.verdict;
  } catch {
    deps.onDefect(execution.id, "LookFailed");
    return undetermined("The look failed within svc.");
  }
}

function undetermined(why: string): EvidenceVerdict {
  return { verdict: "undetermined", why };
}

function lackOf(kind: Exclude<CredentialState["kind"], "ready" | "local">): string {
  switch (kind) {
    case "refused":
      return "The provider refused to refresh the credential, so the connection has to be reconnected.";
    case "gone":
      return "The connection was disconnected.";
    case "unavailable":
      return "The access token has expired and couldn't be refreshed just now.";
    case "locked":
    case "unreadable":
      return "The credential couldn't be opened just now.";
  }
}

const refusedForOneCall = undetermined(
  "The provider refused a read of the look, although the connection's credential works.",
);

async function refused(
  deps: ObserveDeps,
  { execution, sealed }: Observable,
  used: ReadyCredential,
  deadlineMs: number,
): Promise<EvidenceVerdict> {
  const found = await deps.refusedCredentials.check(sealed, used, deadlineMs);
  if (found === "works") return refusedForOneCall;
  if (found === "refused") await deps.markNeedsReconnect(execution.connectionId, used.version, execution);
  return undetermined("The provider refused the connection's credential.");
}

async function observeWith(
  deps: ObserveDeps,
  subject: Observable,
  ready: ReadyCredential,
  limits: ReadLimits & { deadlineMs: number },
): Promise<Seen> {
  const call = openProviderCall({
    transport: deps.transport,
    platform: deps.platform,
    ...openedFor(subject.sealed, ready),
    deadlineMs: limits.deadlineMs,
    retry: deps.retry,
    bearerTokens: deps.bearerTokens,
    hooks: null,
  });
  try {
    const port = boundReads(call.port, limits.readsMax, "look");
    const leftMs = limits.deadlineMs - deps.platform.monotonicMs();
    const verdict = await withinMs(leftMs, settle(deps, subject, port), port, {
      what: "look",
      onStopped: undetermined,
    });
    const shown = verdict === null ? null : withoutCredential(subject, verdict, call);
    return { verdict: shown, isUnauthorized: port.state.isUnauthorized };
  } finally {
    call.close();
  }
}

type Tools = { port: BoundedReads; digests: TenantDigests | null };

async function settle(deps: ObserveDeps, subject: Observable, port: BoundedReads): Promise<EvidenceVerdict | null> {
  const { execution, action, evidence, sent } = subject;
  let digests: TenantDigests | null = null;
  try {
    if (evidence.compares !== undefined) digests = await deps.tenantDigests(execution.tenantId);
  } catch {
    return undetermined("The tenant's key couldn't be used just now.");
  }
  try {
    const verdict = await evidence.settle({
      input: dropUnrecorded(action.input, execution.summaryInput),
      facts: sent.facts,
      marker: deps.markerOf(execution),
      sentAt: execution.dispatchedAt ?? execution.createdAt,
      nowMs: deps.platform.nowMs(),
      provider: port,
      sameAsSent: (field, candidate) => isSameAsSent(subject, { port, digests }, field, candidate),
    });
    if (port.state.stopped !== null) return undetermined(port.state.stopped);
    // Whatever the action makes of it.
    if (port.state.isUnsent) return null;
    return sent.actionVersion === lostDispatch ? withoutFacts(verdict) : verdict;
  } catch (error) {
    if (port.state.stopped !== null) return undetermined(port.state.stopped);
    if (port.state.isUnsent) return null;
    if (error instanceof ProviderFailure) return undetermined(`A read failed: ${error.refusal.code}.`);
    deps.onDefect(execution.id, error instanceof PortMisuse ? "LookMisuse" : action.id);
    return undetermined("The action's look failed.");
  }
}

const factsLost = "The database lost what svc saw before it sent the request.";

/**
 * What a verdict still proves without the facts of the dispatch: only they tell our absence from that of another, and
 * a state that was there before from one that we set.
 */
function withoutFacts(verdict: EvidenceVerdict): EvidenceVerdict {
  if (verdict.verdict === "not_applied") return undetermined(factsLost);
  if (verdict.verdict === "applied" && verdict.basis === "state") return { ...verdict, wasDifferent: false };
  return verdict;
}

/**
 * Compares a value with the sent one. Stops the look if the key of the digest is gone, since they can't be compared.
 */
function isSameAsSent(
  { execution, evidence, sent }: Pick<Observable, "execution" | "evidence" | "sent">,
  { port, digests }: Tools,
  field: string,
  candidate: unknown,
): boolean {
  if (digests === null || evidence.compares?.includes(field) !== true) {
    throw new PortMisuse("A look compares only the fields that the action declares.");
  }
  if (sent.actionVersion === lostDispatch) throw port.stop(factsLost);
  const digest = sent.digests[field];
  if (digest === undefined) return false;
  const isSame = digests.isOf(comparedData(execution.id, field, candidate), digest);
  if (isSame !== null) return isSame;
  throw port.stop("The tenant's key was replaced after the request was sent, so the sent values can't be compared.");
}

/** Removes texts that contain the credential from a verdict. */
function withoutCredential({ action }: Observable, verdict: EvidenceVerdict, call: ProviderCall): EvidenceVerdict {
  const secrets = call.secrets();
  if (verdict.verdict === "applied") {
    return { ...verdict, output: withoutSecrets(action.output, verdict.output, secrets) };
  }
  if (verdict.verdict === "not_applied" || !secrets.some((secret) => verdict.why.includes(secret))) return verdict;
  return undetermined("The action's reason was withheld.");
}
