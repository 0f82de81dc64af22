/** Promises about evidence: an unknown outcome is settled by checking, never by sending again. */
import type { Requirement } from "../harness/requirements.ts";

/** Promises about evidence. */
export const requirements: readonly Requirement[] = [
  {
    id: "evidence.in-call",
    source: "contract §4.13",
    text: "If the effect of a lost response is proved within the call, the call answers 200, with one changing request.",
  },
  {
    id: "evidence.afterwards",
    source: "contract §4.13",
    text: "An unknown outcome is settled by a later check, without another changing request, and its key replays it.",
  },
  {
    id: "evidence.on-request",
    source: "contract §4.13",
    text: "POST …:settle checks immediately, and says why if it can't: EXECUTION_NOT_UNKNOWN, EVIDENCE_NOT_AVAILABLE.",
  },
  {
    id: "evidence.granted",
    source: "contract §4.13",
    text: "A check never uses a read that the connection doesn't grant.",
  },
  {
    id: "evidence.own-rights",
    source: "contract §4.13",
    text: "A delegated token learns nothing from a look whose reads it may not make, except the status that it settles.",
  },
  {
    id: "evidence.canaries",
    source: "contract §4.13",
    text: "Only a keyed digest is stored for comparing a secret, and it's deleted with the settlement.",
  },
];
