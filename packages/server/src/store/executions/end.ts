/** The end of a record as one statement. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Settlement } from "../../executions/port.ts";
import type { Queries } from "../context.ts";
import { preparedText } from "../statements/prepared-text.ts";

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

/** The key's end and the event of an unknown outcome are the triggers' to carry out, who go by `key_end`. */
const told = preparedText<End, never>(
  "executions.settle",
  (slot) => sql`update "executions" set ${columns(slot)}, key_end = ${slot.keyEnd} where ${asExpected(slot)}`,
);

/** Writes it, and says how many records it was the end of: one or none. An end that no trigger is for names none of their columns. */
export const writeEnd = {
  changed(queries: Queries, end: End): Promise<number> {
    const isPlain = end.keyEnd === "" && end.status !== "outcome_unknown";
    return (isPlain ? plain : told).changed(queries, end);
  },
};
