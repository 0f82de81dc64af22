/** The steps of the look cases, and the values that they store. */
import assert from "node:assert/strict";
import type { ExecutionRow, Settlement } from "../../../src/domain/records/record.ts";
import type { LeasedLook, NextLook, Sent, Settling } from "../../../src/domain/evidence/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { keyedExecution, makeConnectedTenant, type Place } from "./samples.ts";
import { unknown } from "./settlement-samples.ts";
import type { KeptLook } from "../../../src/domain/records/documents.ts";

/** What a dispatch stores for looks. */
export const sent: Sent = { actionVersion: "v1", facts: { version: "7" }, digests: { value: "1.canary-digest" } };
/** What the dispatch of an action without evidence stores. */
export const nothingSent: Sent = { actionVersion: null, facts: null, digests: {} };

/** A look that proves nothing. */
export const look: KeptLook = { at: 5000, verdict: "undetermined", basis: null, detail: "Nothing.", counts: false };

/** A settlement by a marker. */
export const settling: Settling = {
  status: "succeeded",
  basis: "marker",
  at: 6000,
  summaryOutput: { saved: true },
  errorCode: "",
  errorDetail: "",
  look: { at: 5500, verdict: "applied", basis: "marker", detail: "Found.", counts: false },
  sawLateResponse: false,
};

/** A settlement by someone else's version. */
export const notApplied: Settling = {
  ...settling,
  status: "failed",
  basis: "fence",
  summaryOutput: null,
  errorCode: "ACTION_NOT_APPLIED",
  errorDetail: "It didn't happen.",
};

/** Long ago on the store's clock, so that a look is due. */
export const completedAt = 3000;

export function lookSteps(store: () => Store) {
  const found = async (row: ExecutionRow) => {
    const it = await store().looks.find(row.clientId, row.id);
    assert.ok(it !== null);
    return it;
  };
  const dispatched = async (place: Place, kept: Sent | undefined = sent, change: Partial<ExecutionRow> = {}) => {
    const made = keyedExecution(place, change);
    await store().executions.claim(made.row, made.claim);
    const write = { at: 2000, settleAfter: 2500, ...(kept === undefined ? {} : { sent: kept }) };
    assert.ok(
      await store().executions.dispatch(made.row, { ownerId: made.row.ownerId, fence: 0 }, write),
      "dispatched",
    );
    return made.row;
  };
  const settle = (row: ExecutionRow, settlement: Settlement) =>
    store().executions.settle(row, { from: "dispatched", ownerId: row.ownerId, fence: 1 }, settlement);
  /** An execution with an unknown outcome, whose first look is due. */
  const unknownOne = async (place?: Place, kept?: Sent) => {
    const row = await dispatched(place ?? (await makeConnectedTenant(store())), kept);
    assert.ok(await settle(row, { ...unknown, completedAt }));
    return row;
  };
  const leased = async (row: ExecutionRow): Promise<LeasedLook> => {
    const one = await store().looks.takeOne(row.clientId, row.id, 30_000);
    assert.ok(one !== null && one !== "busy");
    return one;
  };
  /** The schedule of a leased look, unchanged. */
  const same = ({ sinceMs, made, nextAtMs, isPaused }: LeasedLook): Exclude<NextLook, "ended"> => ({
    sinceMs,
    made,
    nextAtMs,
    isPaused,
  });
  /** Takes every due look. */
  const takeAll = async (limit = 100): Promise<LeasedLook[]> => {
    const taken: LeasedLook[] = [];
    let afterClient = "";
    for (;;) {
      const some = await store().looks.take({ limit, leaseMs: 30_000, afterClient, busyClients: [] });
      const last = some.at(-1);
      if (last === undefined) return taken;
      taken.push(...some);
      afterClient = last.clientId;
    }
  };
  const resolution = { outcome: "failed", note: "", resolvedAt: 5, resolvedBy: "x" } as const;
  const eventsOf = async ({ clientId }: Place) => {
    const page = await store().events.list(clientId, { type: null, tenantId: null, afterSeq: 0, limit: 100 });
    return page.rows.map(({ type }) => type).filter((type) => type.startsWith("action_execution."));
  };
  return { found, dispatched, settle, unknownOne, leased, same, takeAll, resolution, eventsOf };
}
