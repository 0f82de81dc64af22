/** The signed parts of a chain: its head, for storing elsewhere, and the anchor that retention leaves. */
import canonicalize from "canonicalize";
import type { Signatures } from "../vault/port.ts";
import { genesisHash } from "./chain.ts";
import type { AuditAnchor } from "./port.ts";

/**
 * The end of a chain at the time of an export. Stored elsewhere, it later proves that nothing up to its number was
 * removed or rewritten.
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
  /** Over all other fields, by {@link headText}. */
  signature: string;
};

/** The deployment and its signing key. */
export type Signing = { deploymentId: string; signatures: Signatures };

/** Signs the end of a chain. @param at RFC 3339. */
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

/** Whether this deployment signed exactly this head. */
export function isOwnHead({ deploymentId, signatures }: Signing, head: SignedHead): boolean {
  const { signature, ...unsigned } = head;
  if (head.deployment !== deploymentId) return false;
  return signatures.verify("audit-head", headText(unsigned), head.publicKey, signature);
}

/** Returns the text that a head's signature covers: its other fields in canonical JSON (RFC 8785). */
function headText(unsigned: Omit<SignedHead, "signature">): string {
  return canonicalize(unsigned) ?? "";
}

/**
 * Signs the anchor of a removal.
 * @param unsigned.at when the events were removed, in milliseconds since the epoch.
 * @param unsigned.before the cutoff: everything removed so far was recorded before this time, in the same unit.
 */
export function signAnchor(
  { deploymentId, signatures }: Signing,
  clientId: string,
  { before, ...unsigned }: Omit<AuditAnchor, "signature"> & { before: number },
): AuditAnchor {
  const signature = signatures.sign("audit-anchor", anchorText(deploymentId, clientId, unsigned, before));
  return { ...unsigned, signature: `${signatures.publicKey}.${signature}.${before}` };
}

/**
 * Checks an anchor, including that of a chain from which nothing was removed.
 * @returns null unless this deployment signed it for this chain; otherwise the signed cutoff in milliseconds since the
 * epoch, which is null if nothing was removed.
 */
export function readAnchor(
  { deploymentId, signatures }: Signing,
  clientId: string,
  anchor: AuditAnchor,
): { before: number | null } | null {
  if (anchor.seq === 0) return anchor.hash === genesisHash ? { before: null } : null;
  const [publicKey = "", signature = "", cutoff] = anchor.signature.split(".");
  const before = Number(cutoff);
  const text = anchorText(deploymentId, clientId, anchor, before);
  return signatures.verify("audit-anchor", text, publicKey, signature) ? { before } : null;
}

function anchorText(
  deploymentId: string,
  clientId: string,
  { seq, hash, at }: Omit<AuditAnchor, "signature">,
  before: number,
): string {
  return JSON.stringify([deploymentId, clientId, seq, hash, at, before]);
}
