/** Idempotency keys and executions. */
import { actionEffects, executionStatuses } from "@svc/contract";
import { flag, json, number, oneOf, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const idempotencyKeys = table({
  name: "idempotency_keys",
  row: "KeyRow",
  note: `A claimed key. running: its first request has no response yet. done: the response is replayed. freed: the
    attempt proved that nothing took effect, so the same request may try again. proposed: the request created a
    proposal, which the response names. expired: only a tombstone remains. tenant_id is '-' if the operation has no
    tenant, so it can't be a foreign key.`,
  scope: { client: "client_id", subject: "execution_id" },
  columns: {
    client_id: text(),
    tenant_id: text(),
    key: text(),
    state: oneOf(["running", "done", "freed", "proposed", "expired"]),
    fingerprint: text({ note: "HMAC of method, path, and canonical body; begins with the hashing key's version." }),
    execution_id: text({ note: "The key's newest execution; '' for other operations." }),
    response: orNull(json("KeptResponse", { note: "The kept response of an operation that is not an execution." })),
    attempt: number({ note: "The number of attempts with this key so far." }),
    owner_id: text({ note: "The process that runs the request, while `running`." }),
    created_at: time(),
  },
  key: ["client_id", "tenant_id", "key"],
  indexes: {
    idempotency_keys_running: {
      on: ["owner_id"],
      where: "state = 'running' AND execution_id = ''",
      note: "An execution's key is settled with its record, so only the keys of other operations are found by owner.",
    },
    idempotency_keys_answered: {
      on: ["created_at"],
      where: "state IN ('done', 'freed', 'proposed')",
      note: "Retention removes answers first. The fact that a key was used is kept for years.",
    },
    idempotency_keys_expired: { on: ["created_at"], where: "state = 'expired'" },
  },
});

export const executions = table({
  name: "executions",
  row: "ExecutionRow",
  note: `The record of one attempt at one action. Contains no secrets. No foreign keys: a record outlives the rows it
    refers to, and this table has the most writes. An id begins with the time it was created, so ids sort by age and
    retention needs no index of its own.`,
  scope: { client: "client_id", subject: "id" },
  columns: {
    id: text({ key: true }),
    client_id: text(),
    tenant_id: text(),
    connection_id: text(),
    provider: text(),
    action_id: text(),
    effect: oneOf(actionEffects),
    status: oneOf(executionStatuses),
    summary_input: json("unknown", { note: "The input without its sensitive fields." }),
    summary_output: json("unknown", {
      note: "The part of the output that may be kept and replayed; `null` unless the attempt succeeded.",
    }),
    error_code: text(),
    error_detail: text(),
    retry_after_seconds: orNull(number({ note: "Seconds for `Retry-After`; NULL if the failure has none." })),
    provider_status: orNull(number()),
    provider_request_id: orNull(text()),
    idempotency_key: text({ note: "'' for reads." }),
    mcp_grant: text({
      default: "",
      note: `The grant under which an agent made it through MCP, such as key:<public id>; '' if it was made in another
        way.`,
    }),
    token_chain: json("readonly string[]", {
      default: "[]",
      note: "The chain of delegated tokens, from the oldest ancestor to the one used; empty for a service key.",
    }),
    subject: text({
      default: "",
      note: "From the token: the person it acts for, and the agent that holds it; '' if it names none.",
    }),
    agent: text({ default: "" }),
    proposal_id: text({ default: "", note: "The approved proposal that it executes; '' if it needed no approval." }),
    tool_digest: text({
      default: "",
      note: "The digest of the tool as it was reviewed, if the action is a tool of a remote MCP server; otherwise ''.",
    }),
    attempt: number(),
    fence: number({
      note: "Incremented by each dispatch and sweep; an update that expects an older fence changes nothing.",
    }),
    owner_id: text(),
    created_at: time(),
    dispatched_at: orNull(time()),
    completed_at: orNull(time()),
    settle_after: time({
      note: "Until then the dispatching process may still be sending, and an unknown outcome cannot be resolved.",
    }),
    late_response: orNull(json("LateResponse")),
    resolution: orNull(json("Resolution")),
    action_version: orNull(
      text({
        hidden: true,
        note: `Written with the dispatch if the action declares evidence: the version of its declaration, the facts that it
        read before the change, and keyed digests of sensitive input fields. JSON.`,
      }),
    ),
    facts: orNull(json("unknown", { hidden: true })),
    digests: orNull(json("unknown", { hidden: true })),
    looks: json("readonly KeptLook[]", { default: "[]", note: "The latest looks at the provider, oldest first." }),
    settlement: orNull(
      json("EvidenceSettlement", { note: "How evidence settled it; NULL if it was not settled by evidence." }),
    ),
  },
  checks: [
    {
      sql: "digests IS NULL OR status IN ('dispatched', 'outcome_unknown')",
      note: "Digests are kept only until the outcome is known.",
    },
  ],
  indexes: {
    executions_tenant: {
      on: ["tenant_id", "created_at", "id", "action_id"],
      note: `Every filter of a list reads its page from an index. A tenant belongs to one client, so its id alone is enough.
      action_id is in it so that rows of other actions can be skipped without reading them.`,
    },
    executions_connection: {
      on: ["connection_id", "created_at", "id"],
      note: "A connection belongs to one tenant, so its id alone is enough.",
    },
    executions_key: {
      on: ["tenant_id", "idempotency_key", "created_at", "id"],
      where: "idempotency_key <> ''",
    },
    executions_troubled: {
      on: ["tenant_id", "status", "created_at", "id"],
      where: "status IN ('failed', 'outcome_unknown')",
    },
    executions_connection_troubled: {
      on: ["connection_id", "status", "created_at", "id"],
      where: "status IN ('failed', 'outcome_unknown')",
      note: "A connection's failures may be few among many records, of it and of its tenant.",
    },
    executions_running: {
      on: ["tenant_id", "status", "created_at", "id"],
      where: "status IN ('accepted', 'dispatched')",
    },
    executions_unknown: {
      on: ["created_at", "id"],
      where: "status = 'outcome_unknown'",
      note: "The operator's list, across clients.",
    },
    executions_unknown_provider: {
      on: ["provider", "created_at", "client_id", "id"],
      where: "status = 'outcome_unknown'",
      note: "The counts of metrics, which read nothing else.",
    },
  },
});

export const executionLooks = table({
  name: "execution_looks",
  note: `One row per unknown outcome of an action with evidence, until it is settled or resolved: when svc looks at the
    provider next. A process leases a row until lease_until. The fence grows with each lease.`,
  scope: { client: "client_id", subject: "execution_id" },
  columns: {
    execution_id: text({ key: true, references: "executions", cascade: true }),
    client_id: text(),
    connection_id: text(),
    since: time({ note: "When the schedule began, and how many of its looks were made." }),
    made: number(),
    next_at: orNull(time({ note: "NULL once the schedule is over. Then svc looks only on request." })),
    paused: flag({ note: "1 while the connection needs to be reconnected." }),
    lease_until: time(),
    fence: number(),
  },
  indexes: {
    execution_looks_due: { on: ["client_id", "next_at"], where: "next_at IS NOT NULL" },
    execution_looks_connection: { on: ["connection_id"] },
  },
});
