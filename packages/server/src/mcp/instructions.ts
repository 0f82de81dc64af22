/** What the server tells an agent about itself (MCP `instructions`). */

/** A few sentences that hold for every tool. */
export const instructions = [
  "svc runs actions at providers under connections that a person made for this tenant. You never see a credential.",
  "Every tool is one action; `search_actions`, where it is listed, finds the one that is needed. Where several connections fit, name one in `connection_id`; never guess, ask.",
  "A tool that changes something sends at most one changing request, and every call is recorded as an execution.",
  "A write's idempotency key comes from `_meta.idempotencyKey`, or is made for you: the same key with the same call gives the first result again and never acts twice.",
  "An error result says in `retryable` whether the same call with the same key may be sent again.",
  "ACTION_OUTCOME_UNKNOWN means that the request left and nobody knows whether it took effect: do not repeat the call in any form; tell the user, and name the execution.",
].join(" ");
