/** Writes claims (claim.ts): each in one transaction, on PostgreSQL in batches and again after a lost response. */
import { setTimeout as delay } from "node:timers/promises";
import type { ClaimResult } from "../../../domain/executions/port.ts";
import { acceptedRecord } from "../../../domain/records/record.ts";
import { lockHead } from "../journal/append.ts";
import { inBatches } from "../client-batches.ts";
import { Abandoned, type Queries, type StoreContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import { acceptProposal } from "../proposals/accept.ts";
import { parsedJson } from "../text.ts";
import type { HeldFence, OpenFence } from "../postgres/fence.ts";
import { runAll } from "../statements/statement.ts";
import {
  claimOnPostgres,
  claimOnSqlite,
  claimValues,
  refusedByBudget,
  refusedByFence,
  type Claim,
  type ClaimValues,
} from "./claim.ts";

/** A claim that is written again doesn't ask the fence. */
const unasked: HeldFence = { epoch: 0, needsSync: false, readsTimeline: false };

/** PostgreSQL: writes a claim again, within a transaction. @returns the attempt, as {@link claimOnSqlite}. */
export async function claimIn(queries: Queries, claim: Claim): Promise<number | undefined> {
  const values = claimValues({ ...claim, enforcesBudgets: false });
  await lockHead.first(queries, values);
  return await claimOnce(queries, values, unasked);
}

/** PostgreSQL: runs the statement of a claim. */
async function claimOnce(queries: Queries, values: ClaimValues, held: HeldFence): Promise<number | undefined> {
  const [response] = await runAll(queries, [claimOnPostgres(values, held)]);
  return (response?.rows[0] as { attempt: number } | undefined)?.attempt;
}

/**
 * Creates the function that claims.
 * @param inHand this process's records, which PostgreSQL may lose; null on SQLite.
 * @param fence on PostgreSQL, whether the database may have lost keys; null on SQLite.
 */
export function claims(
  context: StoreContext,
  inHand: { hold(claim: Claim): void } | null,
  fence: Pick<OpenFence, "held"> | null,
): (claim: Claim) => Promise<ClaimResult> {
  const held = fence?.held ?? (() => unasked);
  const write = context.engine === "sqlite" ? writeOnSqlite(context) : writeOnPostgres(context, held);
  return async (claim) => {
    const values = claimValues(claim);
    const attempt = await (claim.row.proposalId === "" ? write(values) : writeApproved(context, values, held));
    if (attempt === undefined) return { kind: claim.cachedVersion === null ? "taken" : "stale" };
    if (attempt === refusedByBudget) return { kind: "exhausted" };
    if (attempt === refusedByFence) return { kind: "closed" };
    inHand?.hold(claim);
    // The summary as it would be read back: without what neither engine stores.
    const row = { ...claim.row, summaryInput: parsedJson<unknown>(values.summaryInput) };
    return { kind: "claimed", row: acceptedRecord(row, attempt) };
  };
}

/** Writes the claim of an approved proposal and uses up its approval, in one transaction. */
function writeApproved(context: StoreContext, values: ClaimValues, held: () => HeldFence): Promise<number | undefined> {
  return context.write({ client: values.clientId }, async (queries) => {
    await lockHead.first(queries, values);
    if (!(await acceptProposal(queries, values))) throw new Abandoned<undefined>(undefined);
    const attempt =
      context.engine === "sqlite" ? await claimOnSqlite(queries, values) : await claimOnce(queries, values, held());
    // Without a record, the approval isn't used up.
    if (attempt === undefined || attempt === refusedByBudget || attempt === refusedByFence)
      throw new Abandoned(attempt);
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
function writeOnPostgres(context: StoreContext, held: () => HeldFence): Write {
  const write = inBatches<ClaimValues, number | undefined>(context, {
    clientOf: ({ clientId }) => clientId,
    keyOf: ({ idempotencyKey }) => idempotencyKey,
    first: (clientId) => [lockHead.with({ clientId })],
    callsOf: (values) => [claimOnPostgres(values, held())],
    resultOf: ([response]) => (response?.rows[0] as { attempt: number } | undefined)?.attempt,
  });
  return async (values) => {
    // Giving up after a lost response could leave a record open that no sweep settles, because its owner is alive.
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
