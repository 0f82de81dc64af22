/**
 * Keeps this process's recent records in memory, because PostgreSQL can come back without commits that it had
 * confirmed: after a failover to a standby that lagged behind, or from an older copy. An outcome whose record was lost,
 * or came back in an earlier state, is written again.
 */
import type { Queries, StoreContext } from "../context.ts";
import { acceptLostProposal } from "../proposals/accept.ts";
import type { Claim } from "./claim.ts";
import { claimIn } from "./claiming.ts";
import type { Dispatch } from "./dispatch.ts";
import { settleIn, type SettleValues } from "./settle.ts";

/** This process's open records, and those it settled recently. */
export type RecordsInHand = {
  /** Keeps a claim until its record is settled. */
  hold(claim: Claim): void;
  /** Notes what a dispatch wrote. */
  noteDispatch(dispatch: Dispatch): void;
  /** Notes a settlement that the database confirmed. A write's is kept for a while, in case the database loses it. */
  noteSettled(settlement: SettleValues): void;
  /**
   * Writes a settlement that found no matching record, and any part of the record that the database lost.
   * @returns whether it was written: false if somebody else has settled the record.
   * @throws StoreError
   */
  restore(settlement: SettleValues): Promise<boolean>;
  /** Writes all recent settlements that the database has lost. @returns how many there were. @throws StoreError */
  restoreAll(): Promise<number>;
};

type Held = { claim: Claim; dispatch: Dispatch | null };
type Settled = Held & { settlement: SettleValues; size: number };

// The memory for settled records: a standby that lags further behind loses more than a process can remember.
const settledMax = 2000;
const charactersMax = 4_000_000;
// Far more than are ever in flight. A bug could leave claims without a settlement.
const openMax = 20_000;

/** @param context the database, PostgreSQL. */
export function createRecordsInHand(context: StoreContext): RecordsInHand {
  const open = new Map<string, Held>();
  const settled = new Map<string, Settled>();
  let characters = 0;
  const forgetOldest = (): void => {
    for (const [id, { size }] of settled) {
      if (settled.size <= settledMax && characters <= charactersMax) return;
      settled.delete(id);
      characters -= size;
    }
  };
  const restore = async (settlement: SettleValues): Promise<boolean> => {
    const held = open.get(settlement.id) ?? settled.get(settlement.id);
    if (held === undefined) return false;
    const scope = { client: settlement.clientId };
    return await context.write(
      scope,
      (queries, repeated) => writeLost(context, queries, { held, settlement, repeated }),
      {
        repeatable: true,
      },
    );
  };
  /** Those that differ from the database. It is one statement, because after a failover everything waits for it. */
  const lost = async (settlements: readonly SettleValues[]): Promise<readonly SettleValues[]> => {
    if (settlements.length === 0) return [];
    const ids = settlements.map(({ id }) => id);
    const rows = await context.read(
      "system",
      (queries) => queries.selectFrom("executions").select(["id", "status", "fence"]).where("id", "in", ids).execute(),
      { confirmed: true },
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return settlements.filter(({ id, status, newFence }) => {
      const row = found.get(id);
      return row?.status !== status || row.fence !== newFence;
    });
  };
  const noteSettled = (settlement: SettleValues): void => {
    const held = open.get(settlement.id);
    open.delete(settlement.id);
    if (held === undefined || held.claim.row.effect === "read") return;
    const size =
      JSON.stringify(held.claim.row.summaryInput).length +
      settlement.summaryOutput.length +
      (held.dispatch?.facts?.length ?? 0);
    settled.set(settlement.id, { ...held, settlement, size });
    characters += size;
    forgetOldest();
  };
  return {
    hold(claim) {
      open.set(claim.row.id, { claim, dispatch: null });
      if (open.size <= openMax) return;
      for (const id of open.keys()) return void open.delete(id);
    },
    noteDispatch(dispatch) {
      const held = open.get(dispatch.id);
      if (held !== undefined) held.dispatch = dispatch;
    },
    noteSettled,
    async restore(settlement) {
      const isWritten = await restore(settlement);
      noteSettled(settlement);
      return isWritten;
    },
    async restoreAll() {
      let count = 0;
      for (const one of await lost([...settled.values()].map(({ settlement }) => settlement))) {
        if (await restore(one)) count += 1;
      }
      return count;
    },
  };
}

/** @returns whether the settlement was written: false if the record has a different one. */
async function writeLost(
  context: StoreContext,
  queries: Queries,
  { held, settlement, repeated }: { held: Held; settlement: SettleValues; repeated: boolean },
): Promise<boolean> {
  const { id, from, fence, ownerId } = settlement;
  const found = await queries
    .selectFrom("executions")
    .select(["status", "owner_id", "fence", "dispatched_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) await claimAgain(queries, held.claim);
  else if (found.owner_id !== ownerId) return false;
  // The database lost the dispatch, so another process may have settled the record as never sent.
  const isUnsent =
    found === undefined || found.status === "accepted" || (found.status === "failed" && found.dispatched_at === null);
  if (from === "dispatched" && isUnsent) {
    const columns = { status: "dispatched", fence, ...dispatchColumns(held.dispatch) };
    await queries.updateTable("executions").set(columns).where("id", "=", id).execute();
    await keepKey(queries, settlement);
  }
  // Accepting a restored database marked it as dispatched, but this process knows that it sent nothing.
  const isReopened = from === "accepted" && found?.status === "dispatched" && found.fence === fence + 1;
  const expected = isReopened ? { from: "dispatched", fence: fence + 1, newFence: fence + 1 } : {};
  return (await settleIn(context, queries, [{ ...settlement, ...expected }], repeated)).length === 1;
}

function dispatchColumns(dispatch: Dispatch | null) {
  if (dispatch === null) return { dispatched_at: null, settle_after: 0 };
  const { at, settleAfter, actionVersion, facts, digests } = dispatch;
  return { dispatched_at: at, settle_after: settleAfter, action_version: actionVersion, facts, digests };
}

async function claimAgain(queries: Queries, lost: Claim): Promise<void> {
  const claim = { ...lost, cachedVersion: null, enforcesBudgets: false };
  if (lost.row.proposalId !== "") await acceptLostProposal(queries, lost.row);
  if ((await claimIn(queries, claim)) !== undefined) return;
  // Somebody else has claimed the key since and keeps it. This record still holds the outcome of its own attempt.
  await claimIn(queries, { ...claim, key: null });
}

/** Takes back the key of a record that was wrongly settled as never sent, unless somebody has claimed it since. */
async function keepKey(
  queries: Queries,
  { id, clientId, tenantId, idempotencyKey, keyState }: SettleValues,
): Promise<void> {
  if (keyState !== "done") return;
  await queries
    .updateTable("idempotency_keys")
    .set({ state: "done" })
    .where("client_id", "=", clientId)
    .where("tenant_id", "=", tenantId)
    .where("key", "=", idempotencyKey)
    .where("execution_id", "=", id)
    .where("state", "=", "freed")
    .execute();
}
