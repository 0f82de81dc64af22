/**
 * What tells whether two statements on PostgreSQL saw the same database.
 *
 * A snapshot (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT) is the numbers of the
 * transactions that had not ended when it was taken, with a bound above which none had. Whatever changes a row has such a
 * number, 64 bits of it, and its changes are seen by the snapshots for which it has ended and was committed. So equal texts
 * see equal rows, and no text comes again after a commit:
 *
 * - A transaction leaves the open ones once, in the moment in which it begins to be seen and before its caller is answered. One
 *   whose commit is only in the log yet, or waits for a replica, is open, and so is one that is prepared (`PREPARE TRANSACTION`).
 * - A part of one under a savepoint is seen with the whole or never. What was rolled back makes another text, and no other rows.
 * - Numbers go on, but for a crash, after which those that the log has lost are given again. It ends all statements, and
 *   begins all statistics anew, when they say (https://www.postgresql.org/docs/current/monitoring-stats.html); with the
 *   start of the server that names one life of it, and behind a pooler also which of several. A restored copy and a replica
 *   that was made the primary are other servers, and have been started at other times.
 * - On a replica the open transactions are not all in the text, so there is no mark.
 *
 * A null anywhere makes the whole null, which is no mark.
 */
import { sql } from "kysely";
import type { Mark } from "../../listing/marks.ts";
import type { StoreContext } from "../context.ts";
import { createGrouping } from "../groups/grouping.ts";
import { preparedText } from "../statements/prepared-text.ts";

/** The mark, as an expression of the statement that asks for it. */
export const snapshotMark =
  "case when not pg_is_in_recovery() then current_database() || ' ' || pg_postmaster_start_time()::text || ' ' || " +
  "pg_stat_get_bgwriter_stat_reset_time()::text || ' ' || pg_current_snapshot()::text end";

const findMark = preparedText<object, { mark: Mark }>(
  "snapshots.mark",
  () => sql`select ${sql.raw(snapshotMark)} as mark`,
);

/** Asks for the mark of this moment. Who comes while it is asked for shares the next asking with all who have come. */
export function createMarkAsking(context: Pick<StoreContext, "once">): () => Promise<Mark> {
  const ask = createGrouping<null, Mark>({
    groupOf: () => "",
    async run(askers) {
      const row = await context.once("none", (queries) => findMark.first(queries, {}));
      return askers.map(() => row?.mark ?? null);
    },
    mayRunApart: () => false,
    itemsMax: Number.POSITIVE_INFINITY,
  });
  return () => ask(null);
}
