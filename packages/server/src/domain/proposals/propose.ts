/** Proposes a call: previews it, seals its input, and stores it under the call's idempotency key (contract §1.16). */
import { dropUnrecorded, idPrefixes, proposalSecondsMax, ServiceError, type IdPrefix } from "@svc/contract";
import { credentialUse } from "../journal/entry.ts";
import type { AuditLog } from "../journal/port.ts";
import type { Platform } from "../../platform.ts";
import { secondMs } from "../clock/units.ts";
import type { AdmittedCall } from "../executions/admit.ts";
import type { ActionLookup } from "../catalog/catalog.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { actorOf } from "../service-clients/caller.ts";
import { isTenantKeyAbsent, type CredentialVault, type KeyedHashes } from "../vault/port.ts";
import { actionVersion, digestOf, preconditionHash, type Proposed } from "./digest.ts";
import type { ProposalRow, ProposalStore } from "./port.ts";
import { inputContext } from "./sealed-input.ts";
import { mayPreview, previewError, readPreview, type PreviewDeps } from "./preview.ts";
import { shortageError, waitingLimits } from "./waiting.ts";

/** Dependencies for proposing. */
export type ProposeDeps = PreviewDeps & {
  platform: Pick<Platform, "nowMs">;
  proposals: Pick<ProposalStore, "findRoom" | "create">;
  actions: Pick<ActionLookup, "isEffective">;
  vault: Pick<CredentialVault, "sealCredential">;
  hashes: Pick<KeyedHashes, "hash" | "verify">;
  audit: Pick<AuditLog, "append">;
  newId: (prefix: IdPrefix) => string;
};

/**
 * Proposes a call that is allowed, except that a person must approve it. Only the preview's reads are sent.
 * @returns the new proposal; null if a concurrent caller claimed the key.
 * @throws ServiceError PROPOSALS_FULL, TOKEN_BUDGET_EXHAUSTED; the errors of a read if the preview couldn't be read.
 */
export async function propose(deps: ProposeDeps, admitted: AdmittedCall, claim: KeyClaim): Promise<ProposalRow | null> {
  const { parsed, authorized } = admitted;
  const { caller, tenantId, connectionId, mcpGrant = "" } = admitted.call.request;
  const { input } = parsed;
  const { action, grantGeneration, policy, sealed } = authorized;
  const { provider, listedOrigin } = sealed;
  const id = deps.newId(idPrefixes.proposal);
  const seen = dropUnrecorded(action.input, input);
  const asker = {
    clientId: caller.client.id,
    connectionId,
    keyId: caller.keyId,
    tokenId: caller.token?.row.id ?? "",
    tokenChain: (caller.token?.chain ?? []).map((token) => token.id),
  };
  // Before the preview, because its reads are for a proposal that may wait.
  const room = await deps.proposals.findRoom(asker, claim, waitingLimits);
  if (room === "taken") return null;
  if (room !== null) throw shortageError(room, connectionId);
  const preview = await previewOf(deps, admitted, id, input);
  const createdAt = deps.platform.nowMs();
  const by = policy.decision === "ask" ? policy.by : null;
  const proposed: Proposed = {
    id,
    ...asker,
    tenantId,
    provider: provider.slug,
    listedOrigin,
    actionId: action.id,
    effect: action.effect,
    actionVersion: actionVersion(action),
    grantGeneration,
    summaryInput: seen,
    preview: preview?.text ?? null,
    precondition: preview === null ? "" : preconditionHash(deps.hashes, id, preview.precondition),
    askedBy: by?.layer ?? "",
    rule: by?.rule ?? null,
    approver: policy.approver,
    idempotencyKey: claim.key,
    fingerprint: claim.fingerprint,
    mcpGrant,
    subject: caller.token?.row.subject ?? "",
    agent: caller.token?.row.agent ?? "",
    createdAt,
    expiresAt: createdAt + proposalSecondsMax * secondMs,
  };
  const row: ProposalRow = {
    ...proposed,
    status: "pending",
    sealed: await sealInput(deps, proposed, input),
    digest: digestOf(deps.hashes, proposed, input),
    decision: null,
    decisionSeal: "",
    executionId: "",
    errorCode: "",
    errorDetail: "",
    nextAt: 0,
    endedAt: null,
  };
  const stored = await deps.proposals.create(row, claim, waitingLimits, actorOf(caller));
  if (stored === "created") return row;
  if (stored === "taken") return null;
  throw shortageError(stored, connectionId);
}

async function previewOf(deps: ProposeDeps, admitted: AdmittedCall, proposalId: string, input: unknown) {
  const { request, deadlineMs } = admitted.call;
  const { caller } = request;
  const { action, sealed } = admitted.authorized;
  const { clientId, tenantId, connectionId, version: credentialVersion, provider, grantedActions } = sealed;
  const isEffective = (actionId: string): boolean => deps.actions.isEffective(caller.client, provider.slug, actionId);
  const connection = { id: connectionId, provider: provider.slug, grantedActions };
  if (!mayPreview(caller, action, connection, isEffective)) return null;
  for (const actionId of action.preview?.needs ?? []) {
    const used = { clientId, tenantId, connectionId, credentialVersion, proposalId, provider: provider.slug };
    const { subject = "", agent = "" } = caller.token?.row ?? {};
    const by = { actor: actorOf(caller), holder: { subject, agent } };
    await deps.audit.append(credentialUse(deps, { ...used, actionId, effect: "read", ...by }));
  }
  const result = await readPreview(deps, { action, sealed, input, deadlineMs });
  if (result.kind === "failed") throw previewError(result, connectionId);
  return result.preview;
}

/** @throws ServiceError TENANT_NOT_FOUND if the tenant is deleted concurrently. */
async function sealInput({ vault }: ProposeDeps, proposed: Proposed, input: unknown): Promise<Uint8Array> {
  const plaintext = Buffer.from(JSON.stringify(input));
  try {
    return await vault.sealCredential(inputContext(proposed), plaintext);
  } catch (error) {
    if (isTenantKeyAbsent(error)) throw new ServiceError("TENANT_NOT_FOUND");
    throw error;
  } finally {
    plaintext.fill(0);
  }
}
