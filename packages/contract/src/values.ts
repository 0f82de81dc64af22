/** The values that fields of the contract take. This file imports nothing, so that the command line can load it for its help. */

/** How a connection's credential comes to be. */
export const authKinds = ["static_credential", "oauth2_authorization_code"] as const;
/** What an action does to the provider's state. */
export const actionEffects = ["read", "write", "destructive"] as const;
/** How an action behaves when it is sent twice. */
export const actionIdempotencies = ["safe", "idempotent", "unsafe"] as const;
/** Where a Connect session stands. */
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
/** Where a connection stands. */
export const connectionStatuses = ["active", "needs_reconnect", "disconnected"] as const;
/** Where an execution stands. */
export const executionStatuses = ["accepted", "dispatched", "succeeded", "failed", "outcome_unknown"] as const;
/** How a Connect session is completed. */
export const completions = ["automatic", "confirmed"] as const;
/** How an unknown outcome can be resolved. */
export const resolutionOutcomes = ["succeeded", "failed"] as const;
/** Whether an endpoint gets events. */
export const webhookEndpointStatuses = ["enabled", "disabled"] as const;
/** Where a delivery stands. */
export const webhookDeliveryStatuses = ["pending", "delivered", "failed"] as const;

/** Where a Connect session stands. */
export type ConnectSessionStatus = (typeof connectSessionStatuses)[number];
/** Where a connection stands. */
export type ConnectionStatus = (typeof connectionStatuses)[number];
/** Where an execution stands. */
export type ExecutionStatus = (typeof executionStatuses)[number];
/** How a Connect session is completed. */
export type Completion = (typeof completions)[number];
/** How an unknown outcome can be resolved. */
export type ResolutionOutcome = (typeof resolutionOutcomes)[number];
