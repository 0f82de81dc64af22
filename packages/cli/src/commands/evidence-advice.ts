/** Sentences about changes without evidence, for people at a terminal. */
import type { EvidenceGap } from "@svc/contract";

/** Says that svc couldn't look for this change, and what to request as well. */
export function evidenceAdvice({ action_id: id, add }: EvidenceGap): string {
  return add.length === 0
    ? `${id} has no evidence: if its response is lost, only a person can find out what happened.`
    : `${id} has no evidence without ${add.join(", ")}: if its response is lost, svc can't look. Request ${add.length === 1 ? "it" : "them"} as well.`;
}
