/**
 * Claims: the writes that begin an execution. In this order, a claim locks the head of the service client's journal,
 * takes the idempotency key, counts the execution against the budgets of its tokens, and writes the record and the entry
 * of the credential's use. All claims of a service client lock its journal, so no two of them count concurrently.
 */
import type { Queries } from "../context.ts";
import type { AuditEvent } from "../../../domain/journal/port.ts";
import type { NewExecution } from "../../../domain/records/record.ts";
import type { KeyClaim } from "../../../domain/idempotency/port.ts";
import { appendInClaim, eventValues, type EventValues, extendJournal } from "../journal/append.ts";
import { takeReleasedKey } from "../keys.ts";
import { fenceHolds, type HeldFence } from "../postgres/fence.ts";
import { type Call, statement } from "../statements/statement.ts";
import { flag, storableJson } from "../text.ts";

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
  /** False to write a record again that the database lost, even beyond a budget or a closed fence; true by default. */
  enforcesBudgets?: boolean;
};

/**
 * `fingerprint` is "" without a key, `eventId` without an event, and `cachedVersion` 0 without a cache. `asksFence` is
 * 0 for a read, and for a record that is written again.
 */
export type ClaimValues = Omit<NewExecution, "summaryInput" | "tokenChain"> &
  EventValues &
  BudgetValues & {
    asksFence: 0 | 1;
    summaryInput: string;
    tokenChain: string;
    fingerprint: string;
    keyCreatedAt: number;
    cachedVersion: number;
  };

/** Returned instead of an attempt if a budget refuses the claim. */
export const refusedByBudget = 0;

/** Returned instead of an attempt if the database may have lost the key of the claim (fence.ts). */
export const refusedByFence = -1;

const isCurrent = `select 1 from connections where id = :connectionId and client_id = :clientId
  and tenant_id = :tenantId and status = 'active' and credential_version = :cachedVersion`;
const keyColumns = "client_id, tenant_id, key, state, fingerprint, execution_id, attempt, owner_id, created_at";
const recordColumns = `id, client_id, tenant_id, connection_id, provider, action_id, effect, status, summary_input,
  summary_output, error_code, error_detail, idempotency_key, mcp_grant, token_chain, subject, agent, proposal_id,
  tool_digest, attempt, fence, owner_id, created_at, settle_after`;

/**
 * A claim's parameters for budgets. `budgets` are token ids separated by commas; "" for none. `enforcesBudgets` is 0
 * for a record that the database lost and whose request was sent: it is counted, even beyond a maximum.
 */
type BudgetValues = { budgets: string; enforcesBudgets: number };

const isFirstUse = `not exists (select 1 from idempotency_keys
  where client_id = :clientId and tenant_id = :tenantId and key = :idempotencyKey and attempt > 0)`;

/**
 * PostgreSQL: a row if a budget is used up and this claim would count. It follows `current`, which has a row if the
 * claim may proceed.
 */
const exhaustedBudgets = `exhausted as (
    select 1 from current, delegated_tokens
    where :enforcesBudgets::bigint = 1 and id = any(string_to_array(:budgets, ','))
      and used_executions >= max_executions and ${isFirstUse}
    limit 1)`;

/** PostgreSQL: counts the execution. It follows `record`, which has a row if the claim wrote a record. */
const countedBudgets = `counted as (
    update delegated_tokens set used_executions = used_executions + 1
    where id = any(string_to_array(:budgets, ',')) and exists (select 1 from record where attempt = 1))`;

/** The statement for a role that may or may not read the timeline. */
const claimOnPostgresOf = (name: string, readsTimeline: boolean) =>
  statement<ClaimValues & HeldFence, { attempt: number }>(name, {
    postgres: `with accepted_database as (select 1 where :asksFence::bigint = 0 or ${fenceHolds(readsTimeline)}),
    current as (
      select 1 from accepted_database where not exists (select 1 from executions where id = :id)
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
        'null', '', '', :idempotencyKey, :mcpGrant, :tokenChain, :subject, :agent, :proposalId, :toolDigest, attempt,
        0, :ownerId, :createdAt::bigint, 0
      from claimed returning attempt),
    ${countedBudgets},
    ${appendInClaim}
    select attempt from record union all select attempt from executions where id = :id
    union all select ${refusedByBudget} from exhausted
    union all select ${refusedByFence} where not exists (select 1 from accepted_database)
      and not exists (select 1 from executions where id = :id)`,
  });
const withTimeline = claimOnPostgresOf("executions.claim", true);
const withoutTimeline = claimOnPostgresOf("executions.claim_hidden", false);

/**
 * PostgreSQL: one statement, after `lockHead` (journal/append.ts) in the same transaction. It returns no row if the key
 * is taken or the cached connection is stale. A claim that is sent again after a lost response finds its own record. A
 * write isn't claimed on a database that may have lost its key: its record would say that nothing happened.
 * @param held the fence as it is known now.
 */
export function claimOnPostgres(values: ClaimValues, held: HeldFence): Call {
  const statement = held.readsTimeline ? withTimeline : withoutTimeline;
  // Without a standby that is required, nothing is sent, but nothing is lost either.
  return statement.with({ ...values, ...held, needsSync: false });
}

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
       'null', '', '', :idempotencyKey, :mcpGrant, :tokenChain, :subject, :agent, :proposalId, :toolDigest, :attempt, 0,
       :ownerId, :createdAt, 0)`,
  ),
};

/**
 * SQLite: writes a claim within a transaction.
 * @returns the attempt. Nothing is written if it is {@link refusedByBudget}, or if it is undefined because the key is
 * taken or the cached connection is stale.
 */
export async function claimOnSqlite(queries: Queries, values: ClaimValues): Promise<number | undefined> {
  if (values.cachedVersion !== 0 && (await onSqlite.isCurrent.first(queries, values)) === undefined) return undefined;
  if (await isExhausted(queries, values)) return refusedByBudget;
  const key = values.fingerprint === "" ? { attempt: 1 } : await onSqlite.takeKey.first(queries, values);
  if (key === undefined) return undefined;
  await onSqlite.insertRecord.changed(queries, { ...values, attempt: key.attempt });
  if (key.attempt === 1) await countExecution(queries, values);
  if (values.eventId !== "") await extendJournal(queries, values.clientId, [values]);
  return key.attempt;
}

/** Returns what a claim writes. */
export function claimValues({ row, key, use, cachedVersion, budgets, enforcesBudgets = true }: Claim): ClaimValues {
  return {
    ...row,
    summaryInput: storableJson(row.summaryInput),
    tokenChain: storableJson(row.tokenChain),
    budgets: budgets.join(","),
    enforcesBudgets: flag(enforcesBudgets),
    asksFence: flag(row.effect !== "read" && enforcesBudgets),
    fingerprint: key?.fingerprint ?? "",
    keyCreatedAt: key?.createdAt ?? 0,
    cachedVersion: cachedVersion ?? 0,
    ...eventValues(use),
  };
}

type Scope = { clientId: string; tenantId: string; idempotencyKey: string };

const findExhausted = statement<Scope & { id: string }, object>("budgets.is_exhausted", {
  sqlite: `select 1 from delegated_tokens where id = :id and used_executions >= max_executions and ${isFirstUse}`,
});
const count = statement<{ id: string }>("budgets.count", {
  sqlite: "update delegated_tokens set used_executions = used_executions + 1 where id = :id",
});

/** SQLite: whether a budget is used up and this claim would count. */
async function isExhausted(queries: Queries, values: Scope & BudgetValues): Promise<boolean> {
  const { clientId, tenantId, idempotencyKey } = values;
  for (const id of idsOf(values)) {
    if ((await findExhausted.first(queries, { clientId, tenantId, idempotencyKey, id })) !== undefined) return true;
  }
  return false;
}

/** SQLite: counts the execution. */
async function countExecution(queries: Queries, values: BudgetValues): Promise<void> {
  for (const id of idsOf(values)) await count.changed(queries, { id });
}

function idsOf({ budgets }: BudgetValues): string[] {
  return budgets === "" ? [] : budgets.split(",");
}
