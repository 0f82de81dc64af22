/** The end of a record. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Settlement } from "../../executions/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { preparedText } from "../statements/prepared-text.ts";
import type { ExecutionsTable } from "../tables.ts";
import { appendOutboxEvents, executionEvent, executionEventColumns } from "../webhooks/outbox.ts";

/** An end that is asked for: the record as it must be, and the settlement as it is written. */
export type End = Omit<Settlement, "summaryOutput" | "releasesKey"> & {
  id: string;
  from: string;
  ownerId: string;
  fence: number;
  summaryOutput: string;
  /** "" where the record has no key. */
  keyEnd: "done" | "freed" | "";
};

const columns = (slot: End): RawBuilder<unknown> => sql`status = ${slot.status}, summary_output = ${slot.summaryOutput},
  error_code = ${slot.errorCode}, error_detail = ${slot.errorDetail}, retry_after_seconds = ${slot.retryAfterSeconds},
  provider_status = ${slot.providerStatus}, provider_request_id = ${slot.providerRequestId},
  completed_at = ${slot.completedAt}, settle_after = 0`;

/** `status || ''` keeps PostgreSQL from walking an index of statuses with everything that recently left it. */
const asExpected = (slot: End): RawBuilder<unknown> =>
  sql`id = ${slot.id} and status || '' = ${slot.from} and owner_id = ${slot.ownerId} and fence = ${slot.fence}`;

const plain = preparedText<End, never>(
  "executions.settle_plain",
  (slot) => sql`update "executions" set ${columns(slot)} where ${asExpected(slot)}`,
);

/** The key's end is a trigger's to carry out, which goes by `key_end`. */
const keyed = preparedText<End, never>(
  "executions.settle",
  (slot) => sql`update "executions" set ${columns(slot)}, key_end = ${slot.keyEnd} where ${asExpected(slot)}`,
);

type Unknown = Pick<ExecutionsTable, (typeof executionEventColumns)[number]>;

const unknown = preparedText<End, Unknown>(
  "executions.settle_unknown",
  (slot) => sql`update "executions" set ${columns(slot)}, key_end = ${slot.keyEnd} where ${asExpected(slot)}
    returning ${sql.join(executionEventColumns.map((name) => sql.ref(name)))}`,
);

/** Writes an end that is no event, and says how many records it was the end of: one or none. */
export const writeKnownEnd = {
  changed: (queries: Queries, end: End): Promise<number> => (end.keyEnd === "" ? plain : keyed).changed(queries, end),
};

/** Writes an end, with its event if its outcome is unknown; in a transaction, and last. @returns whether it was written. */
export async function writeEnd(context: StoreContext, queries: Queries, end: End): Promise<boolean> {
  if (end.status !== "outcome_unknown") return (await writeKnownEnd.changed(queries, end)) === 1;
  const row = await unknown.first(queries, end);
  if (row === undefined) return false;
  await appendOutboxEvents(context, queries, [executionEvent("action_execution.outcome_unknown", row)]);
  return true;
}
