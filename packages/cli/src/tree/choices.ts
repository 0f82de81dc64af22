/**
 * The contract's values that flags take, written out here so that help need not load the contract; a test holds them to
 * it.
 */
export const authKinds = ["static_credential", "oauth2_authorization_code"] as const;
export const connectSessionStatuses = [
  "pending",
  "opened",
  "authorizing",
  "awaiting_confirmation",
  "completed",
  "failed",
  "cancelled",
  "expired",
] as const;
export const connectionStatuses = ["active", "needs_reconnect", "disconnected"] as const;
export const executionStatuses = ["accepted", "dispatched", "succeeded", "failed", "outcome_unknown"] as const;
export const completions = ["automatic", "confirmed"] as const;
export const resolutionOutcomes = ["succeeded", "failed"] as const;
export const webhookEndpointStatuses = ["enabled", "disabled"] as const;
export const webhookDeliveryStatuses = ["pending", "delivered", "failed"] as const;
