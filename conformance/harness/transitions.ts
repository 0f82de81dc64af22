/** The status changes of the protocol's model, with the records' status names. A test compares this with the model. */

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

/** Every change in the model; a record makes no others. */
export const modelTransitions: readonly string[] = [
  "absent → accepted",
  "accepted → dispatched",
  "accepted → failed",
  "dispatched → succeeded",
  "dispatched → failed",
  "dispatched → outcome_unknown",
  "outcome_unknown → succeeded",
  "outcome_unknown → failed",
  "outcome_unknown → succeeded (resolved)",
  "outcome_unknown → failed (resolved)",
];
