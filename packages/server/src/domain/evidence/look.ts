/** Records of looks: how svc searched a provider for the effect of a changing request whose response was lost. */
import type { EvidenceBasis, EvidenceVerdict } from "@svc/contract";

/** A look as stored with its execution. Contains nothing secret, and no text from the provider. */
export type KeptLook = {
  at: number;
  verdict: EvidenceVerdict;
  /** Null if the verdict is undetermined. */
  basis: EvidenceBasis | null;
  /** The finding, or the reason there is none, in one sentence in svc's words; null if there is nothing to add. */
  detail: string | null;
  /** Whether the effect was absent at a time when an absence counts. Not shown. */
  counts: boolean;
};

/** How evidence settled an execution. */
export type EvidenceSettlement = { basis: EvidenceBasis; at: number };

/** The number of looks kept; older ones are dropped. */
export const looksMax = 20;

/** Appends a look, and keeps the latest {@link looksMax}. */
export function withLook(looks: readonly KeptLook[], look: KeptLook): readonly KeptLook[] {
  return [...looks, look].slice(-looksMax);
}
