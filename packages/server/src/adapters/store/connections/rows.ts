/** Maps connections and Connect sessions from their tables, and says which credential is the current one. */
import { rowOf } from "../rows.ts";
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { StoreContext } from "../context.ts";
import type { Tables } from "../tables.ts";

export const connectionRow = rowOf("connections");

export const connectSessionRow = rowOf("connect_sessions");

/**
 * A condition on `connections`: the credential has this version, and it isn't being refreshed and no refresh is
 * unanswered.
 */
export function isPresentVersion(
  context: StoreContext,
  connectionId: string,
  version: number,
): (eb: ExpressionBuilder<Tables, "connections">) => Expression<SqlBool> {
  return (eb) => {
    const refreshes = eb
      .selectFrom("credential_refreshes as r")
      .select("r.connection_id")
      .where("r.connection_id", "=", connectionId)
      .where("r.credential_version", "=", version)
      .where((on) => on.or([on("r.lease_until", ">", context.leaseClock()), on("r.asked_at", ">", 0)]));
    return eb.and([
      eb("connections.id", "=", connectionId),
      eb("connections.credential_version", "=", version),
      eb.not(eb.exists(refreshes)),
    ]);
  };
}
