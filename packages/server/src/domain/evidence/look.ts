/** Looks at a provider for the effect of a changing request whose answer was lost: what is kept of them. */
import type { EvidenceBasis, EvidenceVerdict } from "@svc/contract";

/** A look as it is kept with its execution. Nothing in it is secret, and nothing quotes the provider. */
export type KeptLook = {
  at: number;
  verdict: EvidenceVerdict;
  /** Null if the verdict is undetermined. */
  basis: EvidenceBasis | null;
  /** What was found or why nothing was, in one sentence of svc's own; null if there is nothing to add. */
  detail: string | null;
  /** Whether the effect was absent at a time when an absence means something. Not shown. */
  counts: boolean;
};

/** How evidence settled an execution. */
export type EvidenceSettlement = { basis: EvidenceBasis; at: number };

/** How many looks are kept, the newest ones. */
export const looksMax = 20;

/** Appends a look to those that are kept. */
export function withLook(looks: readonly KeptLook[], look: KeptLook): readonly KeptLook[] {
  return [...looks, look].slice(-looksMax);
}
