/**
 * Claims: the writes that begin an execution. In this order, a claim locks the head of the service client's audit
 * chain, takes the idempotency key, and writes the record and the audit event of the credential's use.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { AuditEvent } from "../../../domain/audit/port.ts";
import type { ClaimResult } from "../../../domain/executions/port.ts";
import { acceptedRecord, type NewExecution } from "../../../domain/executions/record.ts";
import type { KeyClaim } from "../../../domain/idempotency/port.ts";
import { appendInClaim, eventValues, extendChain, lockChain, type EventValues } from "../audit.ts";
import { inBatches } from "../batches.ts";
import { Abandoned, type Queries, type StoreContext } from "../context.ts";
import { acceptProposal } from "../proposals/accept.ts";
import { StoreError } from "../errors.ts";
import { takeReleasedKey } from "../keys/keys.ts";
import { statement } from "../statements/statement.ts";
import { flag, parsedJson, storableJson } from "../text.ts";
import { countedBudgets, countExecution, exhaustedBudgets, isExhausted, type BudgetValues } from "./budgets.ts";
import type { RecordsInHand } from "./records-in-hand.ts";

/**
 * A claim. `cachedVersion` is the credential's version if the connection is from the cache; `budgets` are the tokens
 * that count the execution.
 */
export type Claim = {
  row: NewExecution;
  key: KeyClaim | null;
  use: AuditEvent | null;
  cachedVersion: number | null;
  budgets: readonly string[];
  /** False to write a record again that the database lost, even beyond a budget; true by default. */
  enforcesBudgets?: boolean;
};

/** `fingerprint` is "" without a key, `eventId` without an event, and `cachedVersion` 0 without a cache. */
type ClaimValues = Omit<NewExecution, "summaryInput" | "tokenChain"> &
  EventValues &
  BudgetValues & {
    summaryInput: string;
    tokenChain: string;
    fingerprint: string;
    keyCreatedAt: number;
    cachedVersion: number;
  };

/** Returned instead of an attempt if a budget refuses the claim. */
const refusedByBudget = 0;

const isCurrent = `select 1 from connections where id = :connectionId and client_id = :clientId
  and tenant_id = :tenantId and status = 'active' and credential_version = :cachedVersion`;
const keyColumns = "client_id, tenant_id, key, state, fingerprint, execution_id, attempt, owner_id, created_at";
const recordColumns = `id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input,
  summary_output, error_code, error_detail, idempotency_key, mcp_grant, token_chain, subject, agent, proposal_id, attempt, fence,
  owner_id, created_at, settle_after`;

/**
 * PostgreSQL: one statement, after {@link lockChain} in the same transaction. It returns no row if the key is taken or
 * the cached connection is stale. A claim that is sent again after a lost answer finds its own record.
 */
const claimOnPostgres = statement<ClaimValues, { attempt: number }>("executions.claim", {
  postgres: `with current as (
      select 1 where not exists (select 1 from executions where id = :id)
      and (:cachedVersion::bigint = 0 or exists (${isCurrent}))),
    ${exhaustedBudgets},
    claimable as (select 1 from current where not exists (select 1 from exhausted)),
    key as (
      insert into idempotency_keys as k (${keyColumns})
      select :clientId, :tenantId, :idempotencyKey, 'running', :fingerprint, :id, 1, :ownerId, :keyCreatedAt::bigint
      from claimable where :fingerprint <> ''
      ${takeReleasedKey} and :cachedVersion::bigint = 0
      returning k.attempt),
    claimed as (select attempt from key union all select 1 from claimable where :fingerprint = ''),
    record as (
      insert into executions (${recordColumns})
      select :id, :clientId, :tenantId, :connectionId, :provider, :actionId, :effect, 'accepted', :summaryInput,
        'null', '', '', :idempotencyKey, :mcpGrant, :tokenChain, :subject, :agent, :proposalId, attempt, 0,
        :ownerId, :createdAt::bigint, 0
      from claimed returning attempt),
    ${countedBudgets},
    ${appendInClaim}
    select attempt from record union all select attempt from executions where id = :id
    union all select ${refusedByBudget} from exhausted`,
});

/** SQLite: one statement per step. The transaction is the only one that writes. */
const onSqlite = {
  isCurrent: statement<ClaimValues, object>("executions.is_current", isCurrent),
  takeKey: statement<ClaimValues, { attempt: number }>(
    "executions.take_key",
    `insert into idempotency_keys as k (${keyColumns})
     values (:clientId, :tenantId, :idempotencyKey, 'running', :fingerprint, :id, 1, :ownerId, :keyCreatedAt)
     ${takeReleasedKey} and :cachedVersion = 0
     returning attempt`,
  ),
  insertRecord: statement<ClaimValues & { attempt: number }>(
    "executions.insert",
    `insert into executions (${recordColumns})
     values (:id, :clientId, :tenantId, :connectionId, :provider, :actionId, :effect, 'accepted', :summaryInput,
       'null', '', '', :idempotencyKey, :mcpGrant, :tokenChain, :subject, :agent, :proposalId, :attempt, 0, :ownerId,
       :createdAt, 0)`,
  ),
};

/**
 * @returns the attempt. Nothing is written if it is {@link refusedByBudget}, or undefined because the key is taken or
 * the cached
 *   connection is stale.
 */
async function claimOnSqlite(queries: Queries, values: ClaimValues): Promise<number | undefined> {
  if (values.cachedVersion !== 0 && (await onSqlite.isCurrent.first(queries, values)) === undefined) return undefined;
  if (await isExhausted(queries, values)) return refusedByBudget;
  const key = values.fingerprint === "" ? { attempt: 1 } : await onSqlite.takeKey.first(queries, values);
  if (key === undefined) return undefined;
  await onSqlite.insertRecord.changed(queries, { ...values, attempt: key.attempt });
  if (key.attempt === 1) await countExecution(queries, values);
  if (values.eventId !== "") await extendChain(queries, values.clientId, [values]);
  return key.attempt;
}

/** PostgreSQL: writes a claim within a transaction. @returns the attempt, as {@link claimOnSqlite}. */
export async function claimIn(queries: Queries, claim: Claim): Promise<number | undefined> {
  const values = claimValues(claim);
  await lockChain.first(queries, values);
  return (await claimOnPostgres.first(queries, values))?.attempt;
}

/**
 * Creates the function that claims. @param inHand this process's records, which PostgreSQL may lose; null on SQLite.
 */
export function claims(context: StoreContext, inHand: RecordsInHand | null): (claim: Claim) => Promise<ClaimResult> {
  const write = context.engine === "sqlite" ? writeOnSqlite(context) : writeOnPostgres(context);
  return async (claim) => {
    const values = claimValues(claim);
    const attempt = await (claim.row.proposalId === "" ? write(values) : writeApproved(context, values));
    if (attempt === undefined) return { kind: claim.cachedVersion === null ? "taken" : "stale" };
    if (attempt === refusedByBudget) return { kind: "exhausted" };
    inHand?.hold(claim);
    // The summary as it would be read back: without what neither engine stores.
    const row = { ...claim.row, summaryInput: parsedJson<unknown>(values.summaryInput) };
    return { kind: "claimed", row: acceptedRecord(row, attempt) };
  };
}

/** Writes the claim of an approved proposal and uses up its approval, in one transaction. */
function writeApproved(context: StoreContext, values: ClaimValues): Promise<number | undefined> {
  return context.write({ client: values.clientId }, async (queries) => {
    await lockChain.first(queries, values);
    if (!(await acceptProposal(queries, values))) throw new Abandoned<undefined>(undefined);
    const claimed =
      context.engine === "sqlite" ? await claimOnSqlite(queries, values) : await claimOnPostgres.first(queries, values);
    const attempt = typeof claimed === "object" ? claimed.attempt : claimed;
    // Without a record, the approval isn't used up.
    if (attempt === undefined || attempt === refusedByBudget) throw new Abandoned(attempt);
    return attempt;
  });
}

type Write = (values: ClaimValues) => Promise<number | undefined>;

function writeOnSqlite(context: StoreContext): Write {
  // Durable no later than the dispatch. If a power cut loses the record before that, nothing was sent.
  const options = { durability: "async" } as const;
  return (values) => context.write({ client: values.clientId }, (queries) => claimOnSqlite(queries, values), options);
}

// A database that crashed is back within seconds, and callers wait much longer.
const retryDelayMs = 100;
const attemptsMax = 50;

/** Because the chain is locked, the commit waits for the disk even if a claim only finds its own record. */
function writeOnPostgres(context: StoreContext): Write {
  const write = inBatches<ClaimValues, number | undefined>(context, {
    clientOf: ({ clientId }) => clientId,
    keyOf: ({ idempotencyKey }) => idempotencyKey,
    first: (clientId) => [lockChain.with({ clientId })],
    callsOf: (values) => [claimOnPostgres.with(values)],
    resultOf: ([answer]) => (answer?.rows[0] as { attempt: number } | undefined)?.attempt,
  });
  return async (values) => {
    // Giving up after a lost answer could leave a record open that no sweep settles, because its owner is alive.
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await write(values);
      } catch (error) {
        if (!(error instanceof StoreError) || !error.unanswered || attempts >= attemptsMax) throw error;
        await delay(retryDelayMs);
      }
    }
  };
}

function claimValues({ row, key, use, cachedVersion, budgets, enforcesBudgets = true }: Claim): ClaimValues {
  return {
    ...row,
    summaryInput: storableJson(row.summaryInput),
    tokenChain: storableJson(row.tokenChain),
    budgets: budgets.join(","),
    enforcesBudgets: flag(enforcesBudgets),
    fingerprint: key?.fingerprint ?? "",
    keyCreatedAt: key?.createdAt ?? 0,
    cachedVersion: cachedVersion ?? 0,
    ...eventValues(use),
  };
}
