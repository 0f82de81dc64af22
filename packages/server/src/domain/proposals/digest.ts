/**
 * Keyed hashes of what a person approves. Without the vault's keys, a database row can't be changed so that an approval
 * covers another call, or appears to have been given. Pure.
 */
import { createHash } from "node:crypto";
import type { Action } from "@svc/provider-kit";
import canonicalize from "canonicalize";
import { evidenceVersion } from "../evidence/facts.ts";
import type { KeyedHashes } from "../vault/port.ts";
import type { ProposalRow } from "./port.ts";
import type { Decision } from "../records/documents.ts";

type Hashes = Pick<KeyedHashes, "hash" | "verify">;

/**
 * The fields that a proposal's digest covers besides the input: those that a person sees, and those that svc executes.
 */
export type Proposed = Omit<
  ProposalRow,
  | "status"
  | "sealed"
  | "digest"
  | "decision"
  | "decisionSeal"
  | "executionId"
  | "errorCode"
  | "errorDetail"
  | "nextAt"
  | "endedAt"
>;

/** Returns the digest of a proposal. @param input the whole input. */
export function digestOf(hashes: Hashes, proposed: Proposed, input: unknown): string {
  return hashes.hash("proposal", digestData(proposed, input));
}

/** Whether a row matches its digest. */
export function isIntact(hashes: Hashes, row: ProposalRow, input: unknown): boolean {
  return hashes.verify("proposal", digestData(row, input), row.digest);
}

function digestData(row: Proposed, input: unknown): string[] {
  return [
    row.id,
    row.clientId,
    row.tenantId,
    row.connectionId,
    row.provider,
    row.listedOrigin,
    row.actionId,
    row.effect,
    row.actionVersion,
    String(row.grantGeneration),
    row.preview ?? "",
    row.precondition,
    row.approver,
    row.idempotencyKey,
    row.fingerprint,
    row.mcpGrant,
    row.subject,
    row.agent,
    row.keyId,
    row.tokenId,
    String(row.createdAt),
    String(row.expiresAt),
    row.askedBy,
    String(row.rule ?? ""),
    canonicalize(row.summaryInput) ?? "",
    canonicalize(input) ?? "",
    ...row.tokenChain,
  ];
}

/** Returns the seal of a decision on a proposal. */
export function sealDecision(
  hashes: Hashes,
  { id, digest }: Pick<ProposalRow, "id" | "digest">,
  decision: Decision,
): string {
  return hashes.hash("proposal-decision", decisionData(id, digest, decision));
}

/** Whether svc itself recorded that a person approved exactly this proposal. */
export function isApproved(hashes: Hashes, { id, digest, decision, decisionSeal }: ProposalRow): boolean {
  if (decision?.decision !== "approved") return false;
  return hashes.verify("proposal-decision", decisionData(id, digest, decision), decisionSeal);
}

function decisionData(id: string, digest: string, { decision, decidedBy, reason, decidedAt }: Decision): string[] {
  return [id, digest, decision, decidedBy, reason, String(decidedAt)];
}

/** Returns the keyed hash of a preview's precondition. */
export function preconditionHash(hashes: Hashes, proposalId: string, precondition: unknown): string {
  return hashes.hash("proposal-precondition", [proposalId, canonicalize(precondition) ?? ""]);
}

/** Whether a precondition still matches the hash. */
export function isSamePrecondition(hashes: Hashes, proposalId: string, precondition: unknown, hash: string): boolean {
  return hashes.verify("proposal-precondition", [proposalId, canonicalize(precondition) ?? ""], hash);
}

const versions = new WeakMap<Action, string>();

/** Returns the version of an action's declaration. An approval doesn't cover what another version would do. */
export function actionVersion(action: Action): string {
  const known = versions.get(action);
  if (known !== undefined) return known;
  const { title, description, effect, output, preview, toolDigest } = action;
  const declaration = JSON.stringify([
    evidenceVersion(action),
    title,
    description,
    effect,
    output,
    preview?.needs ?? [],
    toolDigest ?? "",
  ]);
  const version = createHash("sha256").update(declaration).digest("base64url").slice(0, 22);
  versions.set(action, version);
  return version;
}
