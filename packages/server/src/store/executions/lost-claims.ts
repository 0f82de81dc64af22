/**
 * Claims that PostgreSQL has not confirmed when it answers them (claims.ts), and what becomes of those that died with
 * it: nothing is sent for them, for a hand-over finds no record, and their end writes record, key and event anew. Where the
 * machine of this process dies as well, they are as if they had never come.
 */
import { appendEvent } from "../audit.ts";
import type { Queries, StoreContext } from "../context.ts";
import { claimKey } from "../keys/keys.ts";
import type { Claim } from "./claim-columns.ts";
import { writeEnd, type End } from "./end.ts";
import { executionColumns } from "./rows.ts";

/** The claims of this process whose records have not ended. */
export type OpenClaims = {
  /** Holds a claim until its record has ended. */
  hold(claim: Claim): void;
  /** The record has ended. */
  release(id: string): void;
  /**
   * An end that found nothing to change. Where the claim was lost, it is written anew with its end.
   * @returns whether it was. @throws StoreError
   */
  writeAnew(end: End): Promise<boolean>;
  /** Notes an end that could not be written, for whoever asked for it gives up some time. */
  owe(end: End): void;
  /** Writes anew what is owed and lost, and forgets claims from before the time: nobody is behind them. Never throws. */
  settleOwed(createdBefore: number): Promise<void>;
};

/** @param context the database, PostgreSQL. */
export function createOpenClaims(context: StoreContext): OpenClaims {
  const open = new Map<string, { claim: Claim; owed: End | null }>();
  const writeAnew = async (end: End): Promise<boolean> => {
    const held = open.get(end.id);
    // A hand-over confirms its claim.
    if (held === undefined || end.from !== "accepted") return false;
    const { claim } = held;
    const isWritten = await context.transaction({ client: claim.row.clientId }, (queries) =>
      writeWhole(queries, claim, end),
    );
    open.delete(end.id);
    return isWritten;
  };
  return {
    hold: (claim) => void open.set(claim.row.id, { claim, owed: null }),
    release: (id) => void open.delete(id),
    writeAnew,
    owe(end) {
      const held = open.get(end.id);
      if (held !== undefined) held.owed = end;
    },
    async settleOwed(createdBefore) {
      for (const [id, { claim, owed }] of open) {
        if (owed !== null) await writeAnew(owed).catch(() => undefined);
        else if (claim.row.createdAt < createdBefore) open.delete(id);
      }
    },
  };
}

/** Record, key, event and end as one. False, and nothing written, where the record is there. */
async function writeWhole(queries: Queries, { row, claim, use }: Claim, end: End): Promise<boolean> {
  const found = await queries.selectFrom("executions").select("id").where("id", "=", row.id).executeTakeFirst();
  if (found !== undefined) return false;
  // Where somebody else has claimed the key since, it is theirs; this record ended without having sent anything.
  const key =
    claim === null
      ? undefined
      : await claimKey(queries, claim, { executionId: row.id, answer: null, state: "running" });
  const columns = executionColumns(row, key?.attempt);
  await queries.insertInto("executions").values(columns).execute();
  await writeEnd.changed(queries, end);
  // Last, for it holds the chain's head until the commit.
  if (use !== null) await appendEvent(queries, use);
  return true;
}
