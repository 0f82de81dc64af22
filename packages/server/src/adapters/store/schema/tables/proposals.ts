/** Proposals. */
import { actionEffects, policyApprovers, policyLayers, proposalStatuses } from "@svc/contract";
import { bytes, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const proposals = table({
  name: "proposals",
  note: `Calls that need or needed a person's approval. execution_id is '' until the proposal is used up, in the commit
    that accepts its execution. sealed is the input, sealed under the tenant's key; it is destroyed however the
    proposal ends.`,
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text(),
    tenant_id: text(),
    connection_id: text(),
    provider: text(),
    listed_origin: text(),
    action_id: text(),
    effect: oneOf(actionEffects),
    status: oneOf(proposalStatuses),
    summary_input: json("unknown"),
    sealed: orNull(bytes()),
    digest: text({
      note: `A keyed hash over everything that a person approves: the input, the action's version, the connection's grant
        and the preview.`,
    }),
    action_version: text(),
    grant_generation: number(),
    preview: orNull(
      text({
        note: `NULL if the action has no preview. precondition is a keyed hash of the data that the preview depends on, ''
        without a preview.`,
      }),
    ),
    precondition: text(),
    asked_by: oneOf(["", ...policyLayers], {
      note: "Whose policy required the approval, and the number of its rule; '' if the caller proposed the call.",
    }),
    rule: orNull(number()),
    approver: oneOf(policyApprovers),
    idempotency_key: text(),
    fingerprint: text(),
    mcp_grant: text({ note: "As in executions." }),
    token_chain: json("readonly string[]"),
    subject: text(),
    agent: text(),
    key_id: text({
      note: "The service key of the call, or the one that its token was made with; and that token, or ''.",
    }),
    token_id: text(),
    decision: orNull(
      json("Decision", {
        note: `JSON, NULL until a person has decided; and a keyed hash over it, which only a server with the vault's keys
        can make.`,
      }),
    ),
    decision_seal: text(),
    execution_id: text(),
    error_code: text({ note: "Why it was withdrawn, or ''." }),
    error_detail: text(),
    created_at: time(),
    expires_at: time(),
    next_at: time({
      note: "The earliest time to execute an approved proposal. A process that takes the proposal moves this time ahead.",
    }),
    ended_at: orNull(time()),
  },
  checks: [
    {
      sql: "sealed IS NULL OR status IN ('pending', 'approved')",
      note: "The input is kept only while the proposal is waiting.",
    },
  ],
  indexes: {
    proposals_listing: { on: ["client_id", "tenant_id", "created_at", "id"] },
    proposals_connection: { on: ["connection_id", "created_at", "id"] },
    proposals_waiting: {
      on: ["created_at", "id"],
      where: "status IN ('pending', 'approved')",
      note: "Waiting proposals: for the operator's list across clients, and for the server's own work.",
    },
    proposals_waiting_connection: { on: ["connection_id"], where: "status IN ('pending', 'approved')" },
    proposals_waiting_tokens: { on: ["client_id", "token_chain"], where: "status IN ('pending', 'approved')" },
    proposals_approved: { on: ["client_id", "next_at"], where: "status = 'approved'" },
    proposals_age: {
      on: ["created_at", "id"],
      note: "All proposals, and those with one final status, for the operator's list across clients.",
    },
    proposals_ended: { on: ["status", "created_at", "id"], where: "ended_at IS NOT NULL" },
  },
});
