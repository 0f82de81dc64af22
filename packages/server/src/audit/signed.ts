/** What is signed of a chain: its head, for whoever keeps it elsewhere, and the anchor that retention leaves. */
import canonicalize from "canonicalize";
import type { Signatures } from "../vault/port.ts";
import type { AuditAnchor } from "./port.ts";

/**
 * Where a chain stood at a time, as it is exported. Kept outside, it proves later that nothing up to its number was
 * taken away or written again.
 */
export type SignedHead = {
  deployment: string;
  service_client_id: string | null;
  seq: number;
  hash: string;
  /** RFC 3339. */
  at: string;
  /** Ed25519, 32 bytes in base64url. */
  publicKey: string;
  /** Over every other field, by {@link headText}. */
  signature: string;
};

/** Which deployment, and its key. */
export type Signing = { deploymentId: string; signatures: Signatures };

/** Signs where a chain stands. @param at RFC 3339. */
export function signHead(
  { deploymentId, signatures }: Signing,
  chain: { clientId: string; seq: number; hash: string },
  at: string,
): SignedHead {
  const unsigned = {
    deployment: deploymentId,
    service_client_id: chain.clientId === "" ? null : chain.clientId,
    seq: chain.seq,
    hash: chain.hash,
    at,
    publicKey: signatures.publicKey,
  };
  return { ...unsigned, signature: signatures.sign("audit-head", headText(unsigned)) };
}

/** Whether this deployment signed the head as it stands. */
export function isOwnHead({ deploymentId, signatures }: Signing, head: SignedHead): boolean {
  const { signature, ...unsigned } = head;
  if (head.deployment !== deploymentId) return false;
  return signatures.verify("audit-head", headText(unsigned), head.publicKey, signature);
}

/** The text that a head's signature is over: its other fields in canonical JSON (RFC 8785). */
function headText(unsigned: Omit<SignedHead, "signature">): string {
  return canonicalize(unsigned) ?? "";
}

/** Signs an anchor. @param at milliseconds since the epoch. */
export function signAnchor(
  { deploymentId, signatures }: Signing,
  clientId: string,
  place: { seq: number; hash: string; at: number },
): AuditAnchor {
  const { publicKey } = signatures;
  const signature = signatures.sign("audit-anchor", anchorText(deploymentId, clientId, place));
  return { ...place, signature: `${publicKey}.${signature}` };
}

/** Whether an anchor is none, or one that this deployment signed for this chain. */
export function isOwnAnchor({ deploymentId, signatures }: Signing, clientId: string, anchor: AuditAnchor): boolean {
  if (anchor.seq === 0) return true;
  const [publicKey = "", signature = ""] = anchor.signature.split(".");
  return signatures.verify("audit-anchor", anchorText(deploymentId, clientId, anchor), publicKey, signature);
}

function anchorText(deploymentId: string, clientId: string, place: { seq: number; hash: string; at: number }): string {
  return JSON.stringify([deploymentId, clientId, place.seq, place.hash, place.at]);
}
