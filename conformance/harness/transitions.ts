/** The changes of a record's status that the model makes, by the names that records have. A test holds this to the model. */

/** The model's numbers for the statuses of a record. */
export const statusNumbers = {
  absent: 0,
  accepted: 1,
  dispatched: 2,
  succeeded: 3,
  failed: 4,
  outcome_unknown: 5,
  "succeeded (resolved)": 6,
  "failed (resolved)": 7,
} as const;

/** Every change that some state of the model makes; a record makes no other. */
export const modelTransitions: readonly string[] = [
  "absent → accepted",
  "accepted → dispatched",
  "accepted → failed",
  "dispatched → succeeded",
  "dispatched → failed",
  "dispatched → outcome_unknown",
  "outcome_unknown → succeeded (resolved)",
  "outcome_unknown → failed (resolved)",
];
