/** The server's description of itself for agents (MCP `instructions`). */

/** A few sentences that apply to every tool. */
export const instructions = [
  "svc runs actions at providers under connections that a person made for this tenant. You never see a credential.",
  "Each tool is one action. If `search_actions` is listed, use it to find the right one. If several connections fit, name one in `connection_id`; don't guess, ask.",
  "A tool that changes something sends at most one changing request, and every call is recorded as an execution.",
  "A write's idempotency key comes from `_meta.idempotencyKey`, or is generated: the same key with the same call returns the first result again and never acts twice.",
  "`retryable` in an error result says whether the same call with the same key can be sent again.",
  "ACTION_OUTCOME_UNKNOWN means that the request was sent, but it is unknown whether it took effect: don't repeat the call in any form; tell the user, and name the execution.",
  "If svc can look for the effect of such a call, it does: `get_execution` shows what it has found, for executions of your own calls.",
].join(" ");
