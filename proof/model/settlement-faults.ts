/** The mistakes that can be planted in settlement.pml, one at a time, and the property that each must violate. */
import type { PlantedFault } from "./spin.ts";

/** The properties of the model, defined at its end. */
export const settlementProperties = [
  "applied_is_true",
  "state_is_proved",
  "not_applied_is_true",
  "final_is_final",
  "settled_once",
  "looks_only_read",
  "looks_are_granted",
  "digests_are_dropped",
] as const;

/** A mistake, and the kind of evidence that reveals it. */
export type SettlementFault = PlantedFault<(typeof settlementProperties)[number]> & {
  kind: "MARKER" | "FENCE" | "RESTARTS" | "STATE" | "EXPIRY" | "ABSENCE";
};

/** Every mistake. */
export const settlementFaults: readonly SettlementFault[] = [
  {
    switch: "LOOKALIKE_IS_OURS",
    kind: "MARKER",
    mistake: "the same content without our marker is ours",
    breaks: "applied_is_true",
  },
  {
    switch: "ANY_NEXT_VERSION_IS_OURS",
    kind: "FENCE",
    mistake: "any version after ours is ours",
    breaks: "applied_is_true",
  },
  {
    switch: "STATE_WITHOUT_PROOF",
    kind: "STATE",
    mistake: "a state that may have held before settles",
    breaks: "state_is_proved",
  },
  {
    switch: "OTHERWISE_IS_NOT_APPLIED",
    kind: "STATE",
    mistake: "another state means not applied",
    breaks: "not_applied_is_true",
  },
  {
    switch: "FENCE_IGNORES_RESTARTS",
    kind: "RESTARTS",
    mistake: "a fence settles although versions restart",
    breaks: "not_applied_is_true",
  },
  {
    switch: "RESTART_IN_QUIET_TIME",
    kind: "RESTARTS",
    mistake: "a fence that restarts settles early",
    breaks: "not_applied_is_true",
  },
  {
    switch: "ABSENCE_COUNTS_BY_DEFAULT",
    kind: "MARKER",
    mistake: "an absence settles unasked",
    breaks: "not_applied_is_true",
  },
  {
    switch: "ABSENCE_IN_QUIET_TIME",
    kind: "ABSENCE",
    mistake: "an absence settles in the quiet time",
    breaks: "not_applied_is_true",
  },
  {
    switch: "ABSENCE_ONCE",
    kind: "EXPIRY",
    mistake: "one absence is enough although reads lag",
    breaks: "not_applied_is_true",
  },
  {
    switch: "ABSENCE_WITHOUT_ANCHOR",
    kind: "ABSENCE",
    mistake: "an absence settles although others can delete",
    breaks: "not_applied_is_true",
  },
  {
    switch: "LOOK_COUNTS_FROM_ITS_COMMIT",
    kind: "ABSENCE",
    mistake: "a look is as late as its commit",
    breaks: "not_applied_is_true",
  },
  {
    switch: "TRUSTS_A_CLOCK_THAT_JUMPED",
    kind: "ABSENCE",
    mistake: "a clock that jumps shortens the quiet time",
    breaks: "not_applied_is_true",
  },
  {
    switch: "IN_CALL_IGNORES_THE_FENCE",
    kind: "MARKER",
    mistake: "the look inside the call settles what others settled",
    breaks: "final_is_final",
  },
  {
    switch: "LOOK_WITHOUT_CONDITION",
    kind: "MARKER",
    mistake: "a look overwrites a resolution",
    breaks: "final_is_final",
  },
  {
    switch: "LATE_RESPONSE_SETTLES",
    kind: "MARKER",
    mistake: "a late response settles a settled record",
    breaks: "settled_once",
  },
  { switch: "LOOK_SENDS_AGAIN", kind: "MARKER", mistake: "a look sends the request again", breaks: "looks_only_read" },
  {
    switch: "LOOK_WITHOUT_GRANT",
    kind: "MARKER",
    mistake: "a look reads what isn't granted",
    breaks: "looks_are_granted",
  },
  {
    switch: "DIGEST_IS_KEPT",
    kind: "MARKER",
    mistake: "the digest outlives the settlement",
    breaks: "digests_are_dropped",
  },
];
