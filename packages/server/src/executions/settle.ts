/** Writes the end of an attempt, patiently, and never over somebody else's. */
import { errorTable } from "@svc/contract";
import type { Platform } from "../platform.ts";
import type { InHand } from "./in-hand.ts";
import type { ExecutionRow, ExecutionStore, LateAnswer, Settlement } from "./port.ts";

/** How long a settlement is retried while the store does not answer. */
export type SettleLimits = { retryForMs: number; retryEveryMs: number };

/** Tries for ten seconds before its caller is answered; after that it goes on in the background. */
export const settleDefaults: SettleLimits = { retryForMs: 10_000, retryEveryMs: 200 };

/** What this process knows of the record's hand-over. */
export type Held = {
  /** The record's fence, as far as this process moved it. */
  fence: number;
  dispatchedAt: number | null;
  /** The hand-over to `dispatched` was asked for and its answer lost; nothing was sent after it. */
  isArmUnsure: boolean;
};

/**
 * Settles the record.
 * @returns the row as it now is: with this settlement, or, where a sweep was faster, as the sweep left it, with this
 *   attempt's verdict kept beside it as a late answer.
 */
export async function settleFirmly(
  deps: { store: ExecutionStore; platform: Platform; settle: SettleLimits; inHand: InHand },
  row: ExecutionRow,
  held: Held,
  settlement: Settlement,
): Promise<ExecutionRow> {
  const from = held.dispatchedAt === null ? "accepted" : "dispatched";
  const expect = { from, ownerId: row.ownerId, fence: held.fence } as const;
  const armed = { from: "dispatched", ownerId: row.ownerId, fence: held.fence + 1 } as const;
  const giveUpAt = deps.platform.monotonicMs() + deps.settle.retryForMs;
  const write = async (): Promise<ExecutionRow> => {
    if (await deps.store.settle(row, expect, settlement)) return settledRow(row, held, settlement);
    // Nothing was sent, so the same settlement is true of a hand-over that had been written after all.
    if (held.isArmUnsure) await deps.store.settle(row, armed, settlement);
    return await asItStands(deps, row, held, settlement);
  };
  for (;;) {
    try {
      return await write();
    } catch {
      if (deps.platform.monotonicMs() >= giveUpAt) {
        deps.inHand.keepUnwritten(row.id, write);
        return unrecorded(row, held, settlement);
      }
      await new Promise((resolve) => setTimeout(resolve, deps.settle.retryEveryMs));
    }
  }
}

function settledRow(row: ExecutionRow, held: Held, settlement: Settlement): ExecutionRow {
  const { freesKey: _freesKey, ...written } = settlement;
  return { ...row, ...written, fence: held.fence, dispatchedAt: held.dispatchedAt, settleAfter: 0 };
}

/** The record as somebody left it: this process, whose answer from the store was lost, or a sweep that was faster. */
async function asItStands(
  deps: { store: ExecutionStore; platform: Platform },
  row: ExecutionRow,
  held: Held,
  settlement: Settlement,
): Promise<ExecutionRow> {
  const now = await deps.store.find(row.clientId, row.tenantId, row.id);
  if (now === null) return unrecorded(row, held, settlement);
  const isOurs = now.status === settlement.status && now.completedAt === settlement.completedAt;
  if (!isOurs && held.dispatchedAt !== null) await deps.store.recordLateAnswer(row.id, evidenceOf(settlement));
  return now;
}

function evidenceOf(settlement: Settlement): LateAnswer {
  const verdict = settlement.status === "outcome_unknown" ? "unknown" : settlement.status;
  return { verdict, providerStatus: settlement.providerStatus, receivedAt: settlement.completedAt };
}

/** What the caller may be told when the record could not be written: never more than the record will come to say. */
function unrecorded(row: ExecutionRow, held: Held, settlement: Settlement): ExecutionRow {
  const dispatched = held.dispatchedAt !== null || held.isArmUnsure;
  const errorCode = dispatched ? "ACTION_OUTCOME_UNKNOWN" : "ACTION_NOT_DISPATCHED";
  const { completedAt } = settlement;
  return {
    ...row,
    status: dispatched ? "outcome_unknown" : "failed",
    summaryOutput: null,
    errorCode,
    errorDetail: errorTable[errorCode].detail,
    fence: held.fence,
    dispatchedAt: held.dispatchedAt,
    completedAt,
  };
}
