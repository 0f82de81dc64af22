/** The mistakes that can be planted in execution.pml, one at a time, and the property that each must violate. */

import type { PlantedFault } from "./spin.ts";

/** The properties of the model, defined at the end of execution.pml. */
export const safetyProperties = [
  "at_most_once",
  "failed_means_none",
  "succeeded_means_one",
  "recorded_before_sent",
  "final_is_final",
  "resolved_is_true",
  "told_the_truth",
] as const;

/** A property that must hold eventually, if every process that can continue does. */
export const livenessProperty = "nothing_stays_open";

/** A property by its name in the model. */
export type Property = (typeof safetyProperties)[number] | typeof livenessProperty;

/** Every mistake. */
export const protocolFaults: readonly PlantedFault<Property>[] = [
  { switch: "CLAIM_NOT_ATOMIC", mistake: "the key is looked up and then inserted", breaks: "at_most_once" },
  { switch: "DISPATCH_WITHOUT_CONDITION", mistake: "dispatched whatever the record says", breaks: "at_most_once" },
  { switch: "SEND_BEFORE_COMMIT", mistake: "sent before dispatched is written", breaks: "recorded_before_sent" },
  { switch: "RECORD_IS_NOT_DURABLE", mistake: "a crash loses the record", breaks: "recorded_before_sent" },
  { switch: "DISPATCH_IS_NOT_FLUSHED", mistake: "dispatched is lost with the machine", breaks: "at_most_once" },
  { switch: "LOST_CLAIM_TAKES_THE_KEY", mistake: "a lost claim takes its key back", breaks: "at_most_once" },
  { switch: "RETRY_ON_LOST", mistake: "the transport repeats a lost request", breaks: "at_most_once" },
  { switch: "HIDDEN_RETRY", mistake: "sent again after a 401 in the same record", breaks: "succeeded_means_one" },
  { switch: "LOST_IS_FAILED", mistake: "a lost response counts as a failure", breaks: "failed_means_none" },
  { switch: "LOST_IS_NOT_SENT", mistake: "a lost response counts as not sent", breaks: "at_most_once" },
  { switch: "UNKNOWN_FREES_KEY", mistake: "an unknown outcome frees its key", breaks: "at_most_once" },
  { switch: "LATE_OVERWRITES", mistake: "a late response overwrites the record", breaks: "final_is_final" },
  { switch: "SWEEP_BACK", mistake: "the sweep sets dispatched back to accepted", breaks: "at_most_once" },
  { switch: "SWEEP_FAILS", mistake: "the sweep fails what was dispatched", breaks: "failed_means_none" },
  { switch: "NO_SWEEP", mistake: "no process settles what dead ones dispatched", breaks: "nothing_stays_open" },
  { switch: "NO_LEASE_CHECK", mistake: "sent after the lease has ended", breaks: "resolved_is_true" },
  { switch: "RESOLVE_EARLY", mistake: "resolved while a request may be on its way", breaks: "resolved_is_true" },
  {
    switch: "ABSENCE_SETTLES_EARLY",
    mistake: "settled as failed while the effect may come",
    breaks: "failed_means_none",
  },
  { switch: "REPLAY_SENDS_AGAIN", mistake: "a replay of an unknown outcome sends again", breaks: "at_most_once" },
];
