/** The codes for policy and proposals. */
import { entry } from "./error-table.ts";

/** This file's rows of the error table. */
export const approvalErrors = {
  POLICY_DENIED: entry({
    status: 403,
    title: "Policy denied",
    detail:
      "A policy denies this call; nothing was sent. `svc policy test` shows which rule. An operator can change the policy.",
    exitCode: 3,
    next: "operator",
  }),
  PLAN_STALE: entry({
    status: 409,
    title: "Plan stale",
    detail:
      "The call would no longer do what was approved: the provider's state, the connection or the action has changed since. Nothing was sent, and the approval is used up. Propose the call again with a new key.",
    next: "caller",
  }),
  PROPOSAL_NOT_FOUND: entry({
    status: 404,
    title: "Proposal not found",
    detail: "The tenant has no proposal with this id. Check the id, or list the proposals.",
    exitCode: 4,
    next: "caller",
  }),
  PROPOSAL_NOT_PENDING: entry({
    status: 409,
    title: "Proposal not pending",
    detail:
      "The proposal was already decided, has expired or was withdrawn; nothing was changed. Look it up to see how it ended.",
    next: "caller",
  }),
  PROPOSALS_FULL: entry({
    status: 429,
    title: "Too many proposals",
    detail:
      "This connection has the maximum number of pending proposals; nothing was proposed or sent. Once some have been decided or have expired, send the same request.",
    retryable: true,
    retryAfterSeconds: 60,
    exitCode: 6,
    next: "end user",
  }),
  DIGEST_MISMATCH: entry({
    status: 409,
    title: "Digest mismatch",
    detail:
      "The `digest` doesn't belong to this proposal; nothing was decided. Show the proposal again, and send its `digest`.",
    next: "caller",
  }),
  DECISION_NOT_ALLOWED: entry({
    status: 403,
    title: "Decision not allowed",
    detail:
      "This decision comes from a key that may not decide, from the key that made the proposal, or from the agent's own user; nothing was decided. Have another person decide.",
    exitCode: 3,
    next: "operator",
  }),
} as const;
