/** The end of a record as one statement. */
import { sql } from "kysely";
import type { Settlement } from "../../executions/port.ts";
import { preparedText } from "../statements/prepared-text.ts";

/** An end that is asked for: the record as it must be, and the settlement as it is written. */
export type End = Omit<Settlement, "summaryOutput" | "freesKey"> & {
  id: string;
  from: string;
  ownerId: string;
  fence: number;
  summaryOutput: string;
  keyEnd: "done" | "freed";
};

/** Writes it. The key's end is the trigger's to carry out; why a status is asked for like this, migration 14 says. */
export const writeEnd = preparedText<End, never>(
  "executions.settle",
  (slot) => sql`update "executions" set
    status = ${slot.status}, summary_output = ${slot.summaryOutput}, error_code = ${slot.errorCode},
      error_detail = ${slot.errorDetail}, retry_after_seconds = ${slot.retryAfterSeconds},
      provider_status = ${slot.providerStatus}, provider_request_id = ${slot.providerRequestId},
      completed_at = ${slot.completedAt}, settle_after = 0, key_end = ${slot.keyEnd}
    where id = ${slot.id} and status || '' = ${slot.from} and owner_id = ${slot.ownerId} and fence = ${slot.fence}`,
);
