import { actionEffects, policyApprovers, policyLayers, proposalStatuses } from "@svc/contract";
import { bytes, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const proposals = table({
  name: "proposals",
  row: "ProposalRow",
  note: `A call that awaits, or awaited, a person's decision. The input is sealed under the tenant's key, and destroyed
    however the proposal ends.`,
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
    summary_input: json("unknown", { note: "The input without its sensitive fields." }),
    sealed: orNull(bytes({ note: "The whole input, sealed; NULL once the proposal has ended." })),
    digest: text({
      note: `A keyed hash over everything that a person approves: the input, the action's version, the connection's grant
        and the preview.`,
    }),
    action_version: text(),
    grant_generation: number(),
    preview: orNull(
      text({ note: "NULL if the action has no preview, or the caller isn't allowed to make its reads." }),
    ),
    precondition: text({ note: "A keyed hash of the data that the preview depends on; '' without a preview." }),
    asked_by: oneOf(["", ...policyLayers], {
      note: "The policy layer whose rule requires the approval; '' if the caller itself proposed the call.",
    }),
    rule: orNull(number({ note: "The number of the rule, from 1; NULL without one." })),
    approver: oneOf(policyApprovers),
    idempotency_key: text(),
    fingerprint: text(),
    mcp_grant: text({ note: "These four are as in executions." }),
    token_chain: json("readonly string[]"),
    subject: text(),
    agent: text(),
    key_id: text({ note: "The key of the call, or the key from which its token was issued." }),
    token_id: text({ note: "The delegated token of the call; '' for a service key." }),
    decision: orNull(json("Decision", { note: "NULL until a person has decided." })),
    decision_seal: text({
      note: "A keyed hash over the decision, which only a server with the vault's keys can make; '' without one.",
    }),
    execution_id: text({ note: "'' until its execution has a record." }),
    error_code: text({ note: "Why it was withdrawn; '' otherwise." }),
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
