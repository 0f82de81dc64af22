/** Outcomes to settle the store's executions with. */
import type { Settlement } from "../../../src/domain/records/record.ts";

/** The provider accepted the change. */
export const succeeded: Settlement = {
  status: "succeeded",
  summaryOutput: { saved: true },
  errorCode: "",
  errorDetail: "",
  retryAfterSeconds: null,
  providerStatus: 200,
  providerRequestId: "req-1",
  completedAt: 3000,
  releasesKey: false,
};

/** The request was not sent, so the key is released. */
export const freed: Settlement = {
  ...succeeded,
  status: "failed",
  summaryOutput: null,
  errorCode: "PROVIDER_UNREACHABLE",
  retryAfterSeconds: 2,
  providerStatus: null,
  releasesKey: true,
};

/** The provider's response leaves the outcome unknown. */
export const unknown: Settlement = {
  ...succeeded,
  status: "outcome_unknown",
  summaryOutput: null,
  errorCode: "ACTION_OUTCOME_UNKNOWN",
  providerStatus: 500,
};
