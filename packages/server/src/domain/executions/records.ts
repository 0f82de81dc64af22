/** Reads execution records, and settles or resolves unknown outcomes. */
import { ServiceError, type Execution, type ExecutionCounts } from "@svc/contract";
import { byCaller } from "../journal/entry.ts";
import type { Platform } from "../../platform.ts";
import { dayMs } from "../clock/units.ts";
import type { SettleOnRequest } from "../evidence/on-request.ts";
import { mayLook, shownTo } from "../evidence/needs.ts";
import type { Page } from "../listings/page.ts";
import { actorOf, coversExecution, type Caller } from "../service-clients/caller.ts";
import type { ExecutionQuery, ExecutionStore } from "./port.ts";
import type { ActionLookup } from "../catalog/catalog.ts";
import { presentExecution, type ExecutionRow } from "../records/record.ts";
import type { Resolution } from "../records/documents.ts";

/** A resolution, with its author. */
export type ResolveRequest = {
  outcome: Resolution["outcome"];
  note: string;
  resolvedBy: string;
};

/** Operations on execution records. */
export type ExecutionRecords = {
  /** @throws ServiceError EXECUTION_NOT_FOUND. */
  get(caller: Caller, tenantId: string, executionId: string): Promise<Execution>;
  /** @throws ServiceError EXECUTION_NOT_FOUND, also for an execution not made through MCP under this grant. */
  getMadeUnder(grant: string, caller: Caller, tenantId: string, executionId: string): Promise<Execution>;
  /** Presents a record with what the caller may see of it. */
  present(caller: Caller, row: ExecutionRow): Execution;
  /** Lists the executions that the caller covers. */
  list(caller: Caller, tenantId: string, query: Omit<ExecutionQuery, "covered">): Promise<Page<ExecutionRow>>;
  /**
   * Counts the executions that the caller covers.
   * @throws ServiceError INVALID_REQUEST for a time range that is empty or longer than 31 days.
   */
  summarize(caller: Caller, tenantId: string, range: { since?: string; until?: string }): Promise<ExecutionCounts>;
  /**
   * Resolves an unknown outcome, once. Repeating the same outcome returns the same response.
   * @throws ServiceError EXECUTION_NOT_FOUND; EXECUTION_NOT_UNKNOWN, with `Retry-After` while the process that sent it
   *   may still be sending.
   */
  resolve(caller: Caller, tenantId: string, executionId: string, request: ResolveRequest): Promise<Execution>;
  /**
   * Looks for an unknown outcome's effect, and settles it if proved.
   * @throws ServiceError as {@link SettleOnRequest}; EVIDENCE_NOT_AVAILABLE if the caller couldn't read the same
   * itself.
   */
  settle(caller: Caller, tenantId: string, executionId: string): Promise<Execution>;
};

/** Times in UTC since 1970, with up to three digits after the second. */
const timeForm = /^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** Reads a time of the query, in Unix milliseconds. @throws ServiceError INVALID_REQUEST. */
function readTimeMs(name: string, text: string): number {
  const ms = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  const message = "Must be an RFC 3339 time in UTC since 1970, such as 2026-01-31T12:00:00.000Z.";
  throw new ServiceError("INVALID_REQUEST", { errors: [{ pointer: `/${name}`, keyword: "format", message }] });
}

function rangeRefused(): ServiceError {
  const message = "The time range must have at least a millisecond and at most 31 days.";
  return new ServiceError("INVALID_REQUEST", { errors: [{ pointer: "/since", keyword: "range", message }] });
}

/** @param deps.platform the clock of `resolvedAt`. @param deps.onResolved called for each resolution. */
export function createExecutionRecords(deps: {
  store: ExecutionStore;
  platform: Platform;
  actions: Pick<ActionLookup, "find">;
  settle: SettleOnRequest;
  onResolved?: () => void;
}): ExecutionRecords {
  const { store, platform, onResolved = () => undefined } = deps;
  const find = async (caller: Caller, tenantId: string, executionId: string): Promise<ExecutionRow> => {
    const row = await store.find(caller.client.id, tenantId, executionId);
    if (row === null || !coversExecution(caller, row)) throw new ServiceError("EXECUTION_NOT_FOUND");
    return row;
  };
  const present = (caller: Caller, row: ExecutionRow): Execution => shownTo(deps, caller, presentExecution(row));
  return {
    present,
    get: async (caller, tenantId, executionId) => present(caller, await find(caller, tenantId, executionId)),
    async getMadeUnder(grant, caller, tenantId, executionId) {
      const row = await find(caller, tenantId, executionId);
      if (grant === "" || row.mcpGrant !== grant) throw new ServiceError("EXECUTION_NOT_FOUND");
      return present(caller, row);
    },
    list: (caller, tenantId, query) => store.list(caller.client.id, tenantId, { ...query, covered: caller.token }),
    async summarize(caller, tenantId, { since, until }) {
      const untilMs = until === undefined ? platform.nowMs() : readTimeMs("until", until);
      const sinceMs = since === undefined ? untilMs - dayMs : readTimeMs("since", since);
      if (sinceMs >= untilMs || untilMs - sinceMs > 31 * dayMs) throw rangeRefused();
      const { counts, countedSinceMs } = await store.summarize(caller.client.id, tenantId, {
        sinceMs,
        untilMs,
        covered: caller.token,
      });
      const [from, to] = [sinceMs, untilMs].map((ms) => new Date(ms).toISOString());
      const countedSince = countedSinceMs === null ? null : new Date(countedSinceMs).toISOString();
      return { since: from ?? "", until: to ?? "", countedSince, counts };
    },
    async resolve(caller, tenantId, executionId, request) {
      const clientId = caller.client.id;
      const row = await find(caller, tenantId, executionId);
      refuseWhileSending(row, platform.nowMs());
      const { outcome, note, resolvedBy } = request;
      const resolution = { outcome, note, resolvedBy, resolvedAt: platform.nowMs() };
      const resolved = await store.resolve(clientId, tenantId, executionId, resolution, actorOf(caller));
      if (resolved === null) throw new ServiceError("EXECUTION_NOT_FOUND");
      if (!resolved.changed && resolved.row.resolution?.outcome !== outcome) {
        throw new ServiceError("EXECUTION_NOT_UNKNOWN", {
          execution_id: executionId,
          detail: notUnknownDetail(resolved.row),
        });
      }
      if (resolved.changed) onResolved();
      return present(caller, resolved.row);
    },
    async settle(caller, tenantId, executionId) {
      // Check the token's rights first: the errors of a look reveal things about the execution.
      if (caller.token !== undefined && !mayLook(deps, caller, await find(caller, tenantId, executionId))) {
        throw lookNotCovered(executionId);
      }
      return present(caller, await deps.settle({ ...byCaller(caller), tenantId, executionId }));
    },
  };
}

function lookNotCovered(execution_id: string): ServiceError {
  const detail =
    "This delegated token doesn't cover the reads that the look needs, so it can't have svc look. The execution's status shows what svc proves by itself.";
  return new ServiceError("EVIDENCE_NOT_AVAILABLE", { execution_id, detail });
}

function refuseWhileSending(row: ExecutionRow, nowMs: number): void {
  const waitMs = row.settleAfter - nowMs;
  if (row.status !== "outcome_unknown" || waitMs <= 0) return;
  throw new ServiceError("EXECUTION_NOT_UNKNOWN", {
    execution_id: row.id,
    detail: "The process that sent this request may still be sending it. Resolve it after the time in Retry-After.",
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

function notUnknownDetail(row: ExecutionRow): string {
  if (row.resolution !== null) return `It was already resolved as ${row.resolution.outcome}; a resolution is final.`;
  if (row.settlement !== null) return `Evidence has settled it as ${row.status}, so there is nothing to resolve.`;
  return `Its status is ${row.status}; only an unknown outcome can be resolved.`;
}
