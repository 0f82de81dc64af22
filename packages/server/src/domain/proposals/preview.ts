/** Runs an action's preview. It only reads, within limits, and only what the caller could read itself. */
import {
  dropUnrecorded,
  errorTable,
  previewTextMax,
  ServiceError,
  withheldFields,
  type ErrorCode,
} from "@svc/contract";
import { preconditionMaxBytes, ProviderFailure, type Action, type Preview } from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import type { CredentialProvider, CredentialState } from "../connections/credential-provider.ts";
import { openedFor, type SealedCredential } from "../connections/sealed-credential.ts";
import type { BearerTokens } from "../provider-calls/bearer.ts";
import { boundReads, type ReadLimits, type ReadRetryLimits, withinMs } from "../provider-calls/reads.ts";
import { openProviderCall } from "../provider-calls/call.ts";
import { localFailure, type ProviderTransport } from "../provider-calls/port.ts";
import { coversExecution, type Caller } from "../service-clients/caller.ts";
import { storableText, storableValue } from "../database/port.ts";

/** Dependencies of a preview. */
export type PreviewDeps = {
  transport: ProviderTransport;
  platform: Platform;
  credentials: CredentialProvider;
  bearerTokens?: BearerTokens | undefined;
  retry: ReadRetryLimits;
  limits: ReadLimits;
  /** Reports a defect. @param what the action's id. */
  onDefect: (what: string) => void;
};

/** A preview, with the version of the credential it was read with; or why it couldn't be read. */
export type PreviewResult =
  { kind: "read"; preview: Preview; version: number } | { kind: "failed"; code: ErrorCode; detail?: string };

/** Whether a caller may see an action's preview: whether it could make all of the preview's reads itself. */
export function mayPreview(
  caller: Caller,
  action: Action,
  connection: { id: string; provider: string; grantedActions: readonly string[] },
  isEffective: (actionId: string) => boolean,
): boolean {
  return (
    action.preview?.needs.every(
      (need) =>
        connection.grantedActions.includes(need) &&
        isEffective(need) &&
        coversExecution(caller, { connectionId: connection.id, provider: connection.provider, actionId: need }),
    ) ?? false
  );
}

/**
 * Reads a preview. A refused or expired token is refreshed once. Never throws.
 * @param call.input the whole input. The preview sees only what records keep. @param call.deadlineMs on the monotonic clock.
 */
export async function readPreview(
  deps: PreviewDeps,
  call: { action: Action; sealed: SealedCredential; input: unknown; deadlineMs: number },
): Promise<PreviewResult> {
  const deadlineMs = Math.min(call.deadlineMs, deps.platform.monotonicMs() + deps.limits.timeMs);
  try {
    const first = await deps.credentials.open(call.sealed, deadlineMs);
    if (first.kind !== "ready") return lackOf(first.kind);
    const read = await readWith(deps, { ...call, deadlineMs }, first);
    if (read.kind === "read" || read.code !== "PROVIDER_UNAUTHORIZED" || !first.isRefreshable) return read;
    const second = await deps.credentials.refresh(call.sealed, first.version, deadlineMs);
    return second.kind === "ready" ? await readWith(deps, { ...call, deadlineMs }, second) : lackOf(second.kind);
  } catch {
    deps.onDefect(call.action.id);
    return { kind: "failed", code: "INTERNAL" };
  }
}

/** Returns the error for a preview that couldn't be read. */
export function previewError(failed: PreviewResult & { kind: "failed" }, connection_id: string): ServiceError {
  const { code, detail = errorTable[code].detail } = failed;
  const said = `svc couldn't read what this call would change, so nothing was proposed. ${detail}`;
  return new ServiceError(code, { connection_id, detail: said });
}

function lackOf(kind: Exclude<CredentialState["kind"], "ready">): PreviewResult {
  if (kind === "refused") return { kind: "failed", code: "PROVIDER_UNAUTHORIZED" };
  if (kind === "local") return local();
  return { kind: "failed", code: kind === "gone" ? "CONNECTION_NOT_ACTIVE" : "PROVIDER_UNREACHABLE" };
}

async function readWith(
  deps: PreviewDeps,
  { action, sealed, input, deadlineMs }: Parameters<typeof readPreview>[1],
  ready: Extract<CredentialState, { kind: "ready" }>,
): Promise<PreviewResult> {
  const call = openProviderCall({
    transport: deps.transport,
    platform: deps.platform,
    ...openedFor(sealed, ready),
    deadlineMs,
    retry: deps.retry,
    bearerTokens: deps.bearerTokens,
    hooks: null,
  });
  try {
    const reads = boundReads(call.port, deps.limits.readsMax, "preview");
    const work = previewWith(deps, action, input, { reads, version: ready.version });
    const result = await withinMs(deadlineMs - deps.platform.monotonicMs(), work, reads, {
      what: "preview",
      onStopped: () => ({ kind: "failed", code: "PROVIDER_TIMEOUT" }) as const,
    });
    if (result.kind === "failed") return result;
    return isShowable(result.preview, call.secrets()) ? result : defect(deps, action);
  } finally {
    call.close();
  }
}

async function previewWith(
  deps: PreviewDeps,
  action: Action,
  input: unknown,
  { reads, version }: { reads: ReturnType<typeof boundReads>; version: number },
): Promise<PreviewResult> {
  if (action.preview === null) return defect(deps, action);
  try {
    const { input: schema, preview: declared } = action;
    const seen = dropUnrecorded(schema, input);
    const { text, precondition } = await declared.read(seen, reads, withheldFields(schema, input));
    // Converted to the form in which they are stored and hashed, because a provider's text can contain any character.
    const preview = { text: storableText(text), precondition: storableValue(precondition) };
    return reads.state.isUnsent ? local() : { kind: "read", preview, version };
  } catch (error) {
    if (error instanceof ProviderFailure) {
      const { code, detail } = error.refusal;
      return { kind: "failed", code, ...(detail === undefined ? {} : { detail }) };
    }
    return reads.state.isUnsent ? local() : defect(deps, action);
  }
}

function local(): PreviewResult {
  const { code, detail } = localFailure();
  return { kind: "failed", code, detail };
}

function defect({ onDefect }: PreviewDeps, { id }: Action): PreviewResult {
  onDefect(id);
  return { kind: "failed", code: "INTERNAL" };
}

/** Whether a preview may be stored and shown: it must be short and must not contain the credential. */
function isShowable({ text, precondition }: Preview, secrets: readonly string[]): boolean {
  const json = JSON.stringify(precondition ?? null);
  const isShort = text.length > 0 && text.length <= previewTextMax && Buffer.byteLength(json) <= preconditionMaxBytes;
  return isShort && !secrets.some((secret) => text.includes(secret) || json.includes(secret));
}
