/** The mistakes that can be planted in approval.pml, one at a time, and the property that each must violate. */
import type { PlantedFault } from "./spin.ts";

/** The properties of the model, defined at its end. */
export const approvalProperties = [
  "at_most_once",
  "needs_a_person",
  "end_is_end",
  "within_the_budget",
  "never_stale",
  "never_denied",
  "never_restored",
  "inputs_end",
] as const;

/** Every mistake. */
export const approvalFaults: readonly PlantedFault<(typeof approvalProperties)[number]>[] = [
  {
    switch: "ACCEPTED_AFTER_THE_CLAIM",
    mistake: "an approval is used up in a later commit than its record's",
    breaks: "at_most_once",
  },
  {
    switch: "SECOND_ATTEMPT_AFTER_REFUSAL",
    mistake: "an approved call makes a second attempt after a 401",
    breaks: "at_most_once",
  },
  {
    switch: "RELEASED_KEY_NEEDS_NO_APPROVAL",
    mistake: "a key whose attempt sent nothing is executed again without an approval",
    breaks: "at_most_once",
  },
  {
    switch: "CLAIM_WITHOUT_CONDITION",
    mistake: "a claim doesn't ask whether it is still approved",
    breaks: "at_most_once",
  },
  { switch: "RUNS_WHAT_WAITS", mistake: "a proposal is executed while it waits", breaks: "needs_a_person" },
  { switch: "DECISION_WITHOUT_CONDITION", mistake: "a second decision overwrites the first", breaks: "end_is_end" },
  {
    switch: "BUDGET_CHECKED_BEFORE",
    mistake: "a budget isn't checked in the commit that counts",
    breaks: "within_the_budget",
  },
  {
    switch: "PLAN_IS_NOT_CHECKED",
    mistake: "what was approved isn't compared with how things stand",
    breaks: "never_stale",
  },
  {
    switch: "APPROVAL_OUTLIVES_THE_POLICY",
    mistake: "an approval outlives a revocation and a later denial",
    breaks: "never_denied",
  },
  { switch: "RESTORE_KEEPS_APPROVALS", mistake: "approvals outlive a restore", breaks: "never_restored" },
  { switch: "INPUT_IS_KEPT", mistake: "the sealed input outlives its proposal", breaks: "inputs_end" },
];
