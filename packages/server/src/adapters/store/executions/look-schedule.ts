/** Begins, hastens and ends the looks of executions, in the transactions of what changes them. */
import { firstLookAfterMs } from "../../../domain/evidence/schedule.ts";
import type { Queries, StoreContext } from "../context.ts";
import type { ExecutionLooksTable, ExecutionsTable } from "../tables.ts";

/** Begins the looks for outcomes that have just become unknown, if their actions declare evidence. */
export async function beginLooks(queries: Queries, executions: readonly ExecutionsTable[]): Promise<void> {
  const looks = executions
    .filter(({ action_version: version }) => version !== null)
    .map(({ id, client_id, connection_id, completed_at }): ExecutionLooksTable => {
      const since = completed_at ?? 0;
      const next_at = since + firstLookAfterMs;
      return {
        execution_id: id,
        client_id,
        connection_id,
        since,
        made: 0,
        next_at,
        paused: 0,
        lease_until: 0,
        fence: 0,
      };
    });
  if (looks.length > 0) await queries.insertInto("execution_looks").values(looks).execute();
}

/** Ends the looks for an outcome that is no longer unknown. */
export async function endLooks(queries: Queries, executionId: string): Promise<void> {
  await queries.deleteFrom("execution_looks").where("execution_id", "=", executionId).execute();
}

/** Makes the looks of connections that were just disconnected due now, so that they end and report why. */
export async function hastenLooks(
  context: StoreContext,
  queries: Queries,
  connectionIds: readonly string[],
): Promise<void> {
  if (connectionIds.length === 0) return;
  await queries
    .updateTable("execution_looks")
    .set({ next_at: context.leaseClock() })
    .where("connection_id", "in", connectionIds)
    .execute();
}
