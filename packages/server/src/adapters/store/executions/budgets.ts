/**
 * The budgets of delegated tokens, counted in a claim's transaction. All claims of a service client lock its audit
 * chain, so no two of them count concurrently. Only the first attempt with a key counts. A proposal's key has had no
 * attempt.
 */
import type { Queries } from "../context.ts";
import { statement } from "../statements/statement.ts";

/**
 * A claim's parameters for budgets. `budgets` are token ids separated by commas; "" for none. `enforcesBudgets` is 0
 * for a record that the database lost and whose request was sent: it is counted, even beyond a maximum.
 */
export type BudgetValues = { budgets: string; enforcesBudgets: number };

const isFirstUse = `not exists (select 1 from idempotency_keys
  where client_id = :clientId and tenant_id = :tenantId and key = :idempotencyKey and attempt > 0)`;

/**
 * PostgreSQL: a row if a budget is used up and this claim would count. It follows `current`, which has a row if the
 * claim may proceed.
 */
export const exhaustedBudgets = `exhausted as (
    select 1 from current, delegated_tokens
    where :enforcesBudgets::bigint = 1 and id = any(string_to_array(:budgets, ','))
      and used_executions >= max_executions and ${isFirstUse}
    limit 1)`;

/** PostgreSQL: counts the execution. It follows `record`, which has a row if the claim wrote a record. */
export const countedBudgets = `counted as (
    update delegated_tokens set used_executions = used_executions + 1
    where id = any(string_to_array(:budgets, ',')) and exists (select 1 from record where attempt = 1))`;

type Scope = { clientId: string; tenantId: string; idempotencyKey: string };

const findExhausted = statement<Scope & { id: string }, object>("budgets.is_exhausted", {
  sqlite: `select 1 from delegated_tokens where id = :id and used_executions >= max_executions and ${isFirstUse}`,
});
const count = statement<{ id: string }>("budgets.count", {
  sqlite: "update delegated_tokens set used_executions = used_executions + 1 where id = :id",
});

/** SQLite: whether a budget is used up and this claim would count. */
export async function isExhausted(queries: Queries, values: Scope & BudgetValues): Promise<boolean> {
  const { clientId, tenantId, idempotencyKey } = values;
  for (const id of idsOf(values)) {
    if ((await findExhausted.first(queries, { clientId, tenantId, idempotencyKey, id })) !== undefined) return true;
  }
  return false;
}

/** SQLite: counts the execution. */
export async function countExecution(queries: Queries, values: BudgetValues): Promise<void> {
  for (const id of idsOf(values)) await count.changed(queries, { id });
}

function idsOf({ budgets }: BudgetValues): string[] {
  return budgets === "" ? [] : budgets.split(",");
}
