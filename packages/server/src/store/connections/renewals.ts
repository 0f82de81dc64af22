/** Renewals of a credential that may end its present token. */
import type { SelectQueryBuilder } from "kysely";
import type { Queries, StoreContext } from "../context.ts";
import type { Tables } from "../tables.ts";

/** One row where a renewal of this version is under way, or has asked and brought no answer. */
export function renewals(
  context: StoreContext,
  queries: Queries,
  connectionId: string,
  version: number,
): SelectQueryBuilder<Tables, "credential_refreshes", { connection_id: string }> {
  return queries
    .selectFrom("credential_refreshes")
    .select("credential_refreshes.connection_id")
    .where("credential_refreshes.connection_id", "=", connectionId)
    .where("credential_refreshes.credential_version", "=", version)
    .where((eb) => eb.or([eb("lease_until", ">", context.leaseClock()), eb("asked_at", ">", 0)]));
}
