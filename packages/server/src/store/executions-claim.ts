/** Claims of executions, many in one commit, each with its key and with the event that tells of the credential's use. */
import type { AuditEvent } from "../audit/port.ts";
import type { ExecutionRow, ExecutionStore } from "../executions/port.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { appendEvents } from "./audit.ts";
import type { Queries, StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import { executionColumns, executionRow } from "./execution-rows.ts";
import { createGrouping } from "./grouping.ts";
import { claimKey } from "./keys.ts";

/** One claim, as {@link ExecutionStore} takes it. */
export type Claim = { row: ExecutionRow; claim: KeyClaim | null; use: AuditEvent | null };
type ClaimResult = Awaited<ReturnType<ExecutionStore["claim"]>>;

// Some milliseconds of work, and far more than come during one commit.
const claimsMax = 64;

/**
 * Claims of one client wait for its audit chain's head, and on SQLite all wait for the one writer. What came during one
 * commit goes with the next, so that waiting costs a commit a group and not one a claim.
 */
export function groupedClaims(context: StoreContext): (claim: Claim) => Promise<ClaimResult> {
  return createGrouping<Claim, ClaimResult>({
    groupOf: ({ row }) => (context.locksRows ? row.clientId : ""),
    run: (claims) => claimAll(context, claims),
    // What may have been written is not written again: only the same transaction recognises it.
    mayRunApart: (error) => error instanceof StoreError && !error.unanswered,
    itemsMax: claimsMax,
    gather: () => new Promise((resolve) => setImmediate(resolve)),
  });
}

// Nothing has been sent for what is only accepted: lost with the machine, and so with this process, it is as if it had
// never come. The hand-over, and for a read its end, are what the disk has to confirm, and both confirm the claim.
const durability = { repeatable: true, survives: "process" } as const;

async function claimAll(context: StoreContext, claims: readonly Claim[]): Promise<ClaimResult[]> {
  const [first] = claims;
  if (first === undefined) return [];
  // On PostgreSQL a group is of one client; SQLite has no scopes.
  const scope = { client: first.row.clientId };
  if (claims.length === 1 && first.claim === null && first.use === null) {
    return [(await context.change(scope, (queries) => insert(queries, first.row), durability)).result];
  }
  // By key, so that two transactions with the same keys never wait for each other.
  const order = [...claims.keys()].sort((left, right) => (placeOf(claims[left]) < placeOf(claims[right]) ? -1 : 1));
  return await context.transaction(
    scope,
    async (queries, repeated) => {
      const results = new Map<number, ClaimResult>();
      const uses: AuditEvent[] = [];
      for (const index of order) {
        const claim = claims[index];
        if (claim === undefined) continue;
        const { result, isWritten } = await claimOne(queries, claim, repeated);
        results.set(index, result);
        if (isWritten && claim.use !== null) uses.push(claim.use);
      }
      // Last, for it holds the chain's head until the commit.
      if (uses.length > 0) await appendEvents(queries, uses);
      return claims.map((_claim, index) => results.get(index) ?? { kind: "taken" });
    },
    durability,
  );
}

function placeOf(claim: Claim | undefined): string {
  return `${claim?.claim?.tenantId ?? ""} ${claim?.claim?.key ?? ""}`;
}

type Written = { result: ClaimResult; isWritten: boolean };

async function claimOne(queries: Queries, { row, claim }: Claim, repeated: boolean): Promise<Written> {
  if (claim === null) return await insert(queries, row);
  const key = await claimKey(queries, claim, { executionId: row.id, answer: null, state: "running" });
  if (key !== undefined) return await insert(queries, { ...row, attempt: key.attempt });
  // The holder may be this very call: its commit was done and the answer to it lost.
  const own = repeated ? await findExecution(queries, row.clientId, row.tenantId, row.id) : null;
  return { result: own === null ? { kind: "taken" } : { kind: "claimed", row: own }, isWritten: false };
}

async function insert(queries: Queries, row: ExecutionRow): Promise<Written> {
  const columns = executionColumns(row);
  // An id is made for one claim, so a row that has it already was written by a first run whose answer was lost.
  const written = await queries
    .insertInto("executions")
    .values(columns)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return {
    result: { kind: "claimed", row: executionRow(columns) },
    isWritten: written.numInsertedOrUpdatedRows === 1n,
  };
}

/** An execution of this tenant. */
export async function findExecution(
  queries: Queries,
  clientId: string,
  tenantId: string,
  id: string,
): Promise<ExecutionRow | null> {
  const row = await queries
    .selectFrom("executions")
    .selectAll()
    .where("id", "=", id)
    .where("client_id", "=", clientId)
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row === undefined ? null : executionRow(row);
}
