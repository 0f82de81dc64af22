/** Claims of executions, each with its key and with the event that tells of the credential's use. */
import { setTimeout as delay } from "node:timers/promises";
import type { AuditEvent } from "../../audit/port.ts";
import type { ClaimResult, ExecutionRow, NewExecution } from "../../executions/port.ts";
import type { KeyClaim } from "../../idempotency/port.ts";
import { appendEvents } from "../audit.ts";
import type { Queries, StoreContext } from "../context.ts";
import { StoreError, isConstraint } from "../errors.ts";
import { createGrouping } from "../groups/grouping.ts";
import { claimKey } from "../keys/keys.ts";
import { asOneCall } from "../postgres/client-groups.ts";
import type { Scope } from "../scope.ts";
import type { Claim } from "./claim-columns.ts";
import { callOnPostgres, insertOnSqlite } from "./claim-statements.ts";
import type { RecordsInHand } from "./records-in-hand.ts";
import { executionColumns, executionRow } from "./rows.ts";

type Claims = (claim: Claim) => Promise<ClaimResult>;

/**
 * One statement a claim, or a group of claims; several only where that one met somebody else's key or lost its answer.
 * @param inHand holds the claims on PostgreSQL; null on SQLite.
 */
export function claims(context: StoreContext, inHand: RecordsInHand | null): Claims {
  return inHand === null ? singleClaims(context) : groupedClaims(context, inHand);
}

// On SQLite nothing has been sent for what is only accepted: lost with the machine, and so with this process, it is as if it
// had never come. The dispatch, or a read's end, makes it durable. PostgreSQL confirms every claim before it answers.
const durability = { survives: "process" } as const;

/** On SQLite, where the commits of all are shared anyhow. */
function singleClaims(context: StoreContext): Claims {
  return (claim) => {
    const insertAlone = async (queries: Queries): Promise<ClaimResult> => {
      return { kind: "claimed", row: await insertOnSqlite(queries, claim) };
    };
    const work = async (queries: Queries): Promise<ClaimResult> => {
      try {
        return await insertAlone(queries);
      } catch (error) {
        // It has written nothing. The key may be free to be claimed again all the same.
        if (!isConstraint(error)) throw error;
        return (await claimEach(queries, [claim], false))[0] ?? { kind: "taken" };
      }
    };
    return context.change({ client: claim.row.clientId }, work, { ...durability, alone: insertAlone });
  };
}

/**
 * On PostgreSQL claims of one client wait for its audit chain's head. What came during one commit goes with the next, so
 * that waiting costs a commit a group and not one a claim.
 */
function groupedClaims(context: StoreContext, inHand: RecordsInHand): Claims {
  return createGrouping<Claim, ClaimResult>({
    groupOf: ({ row }) => row.clientId,
    async run(group) {
      const clientId = group[0]?.row.clientId ?? "";
      const scope = { client: clientId };
      const order = inOrder(group);
      const claimed = await context
        .change(scope, async (queries) => (await callOnPostgres(queries, clientId, order)).map(resultsOf(order)))
        .catch((error: unknown) => {
          if (!(error instanceof StoreError) || !error.unanswered) throw error;
          return claimAgain(context, scope, order);
        });
      const results = new Map(order.map((claim, index) => [claim, claimed[index]]));
      for (const [claim, result] of results) if (result?.kind === "claimed") inHand.hold(claim);
      return group.map((claim) => results.get(claim) ?? { kind: "taken" });
    },
    ...asOneCall,
  });
}

// A database that dies is back within seconds, and a caller waits for its call far longer.
const againEveryMs = 100;
const againMax = 50;

/**
 * After a lost answer. What may have been written is not written again: each is looked for first, for as long as it takes the
 * database to come back. Given up at once, what was written would stay open, for its owner lives.
 */
async function claimAgain(context: StoreContext, scope: Scope, order: readonly Claim[]): Promise<ClaimResult[]> {
  for (let times = 1; ; times += 1) {
    try {
      return await context.confirmed(scope, (queries) => claimEach(queries, order, true));
    } catch (error) {
      if (!(error instanceof StoreError) || !error.unanswered || times >= againMax) throw error;
      await delay(againEveryMs);
    }
  }
}

function resultsOf(order: readonly Claim[]): (row: ExecutionRow | null, index: number) => ClaimResult {
  return (row, index) => {
    if (row !== null) return { kind: "claimed", row };
    const claim = order[index];
    return claim !== undefined && isCached(claim) ? { kind: "stale" } : { kind: "taken" };
  };
}

/** Whether the claim is made with a cached connection, and so can be stale. */
function isCached({ cachedVersion }: Claim): boolean {
  return cachedVersion !== undefined;
}

/**
 * The claims of one call: by key, so that two transactions with the same keys never wait for each other; and of each key the
 * first alone, for one statement claims the keys of all. Whoever came with it at the same moment is too late.
 */
export function inOrder(group: readonly Claim[]): Claim[] {
  const keyed = new Map<string, Claim>();
  const others: Claim[] = [];
  for (const one of group) {
    if (one.claim === null) others.push(one);
    else if (!keyed.has(placeOf(one.claim))) keyed.set(placeOf(one.claim), one);
  }
  const places = [...keyed].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return [...others, ...places.map(([, one]) => one)];
}

function placeOf({ tenantId, key }: KeyClaim): string {
  return `${tenantId} ${key}`;
}

/** Statement by statement. @param repeated whether a first run, whose answer was lost, may have been written. */
async function claimEach(queries: Queries, order: readonly Claim[], repeated: boolean): Promise<ClaimResult[]> {
  const results: ClaimResult[] = [];
  const uses: AuditEvent[] = [];
  for (const claim of order) {
    const { result, isWritten } = await claimOne(queries, claim, repeated);
    results.push(result);
    if (isWritten && claim.use !== null) uses.push(claim.use);
  }
  // Last, for it holds the chain's head until the commit.
  if (uses.length > 0) await appendEvents(queries, uses);
  return results;
}

type Written = { result: ClaimResult; isWritten: boolean };

async function claimOne(queries: Queries, one: Claim, repeated: boolean): Promise<Written> {
  const { row, claim } = one;
  const own = repeated && isCached(one) ? await findExecution(queries, row.clientId, row.tenantId, row.id) : null;
  if (own !== null) return { result: { kind: "claimed", row: own }, isWritten: false };
  if (!(await isCurrent(queries, one))) return { result: { kind: "stale" }, isWritten: false };
  if (claim === null) return await insert(queries, row, 1);
  const key = await claimKey(queries, claim, { executionId: row.id, answer: null, state: "running" });
  if (key !== undefined) return await insert(queries, row, key.attempt);
  // The holder may be this very call: its commit was done and the answer to it lost.
  const holder = repeated ? await findExecution(queries, row.clientId, row.tenantId, row.id) : null;
  return { result: holder === null ? { kind: "taken" } : { kind: "claimed", row: holder }, isWritten: false };
}

/** The condition of the single statement (migration 15): an active connection, the same credential version, and a new key. */
async function isCurrent(queries: Queries, { row, claim, cachedVersion }: Claim): Promise<boolean> {
  if (cachedVersion === undefined) return true;
  const connection = await queries
    .selectFrom("connections")
    .select("id")
    .where("id", "=", row.connectionId)
    .where("client_id", "=", row.clientId)
    .where("tenant_id", "=", row.tenantId)
    .where("status", "=", "active")
    .where("credential_version", "=", cachedVersion)
    .executeTakeFirst();
  if (connection === undefined || claim === null) return connection !== undefined;
  const key = await queries
    .selectFrom("idempotency_keys")
    .select("key")
    .where("client_id", "=", claim.clientId)
    .where("tenant_id", "=", claim.tenantId)
    .where("key", "=", claim.key)
    .executeTakeFirst();
  return key === undefined;
}

async function insert(queries: Queries, row: NewExecution, attempt: number): Promise<Written> {
  const columns = executionColumns(row, attempt);
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
