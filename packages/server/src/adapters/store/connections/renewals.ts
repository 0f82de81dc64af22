/** Whether a credential is what a refusal of it speaks of. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { StoreContext } from "../context.ts";
import type { Tables } from "../tables.ts";

/** A condition on `connections`: its credential is of this version, and no renewal of it is under way or has brought no answer. */
export function isPresentVersion(
  context: StoreContext,
  connectionId: string,
  version: number,
): (eb: ExpressionBuilder<Tables, "connections">) => Expression<SqlBool> {
  return (eb) => {
    const renewals = eb
      .selectFrom("credential_refreshes as r")
      .select("r.connection_id")
      .where("r.connection_id", "=", connectionId)
      .where("r.credential_version", "=", version)
      .where((on) => on.or([on("r.lease_until", ">", context.leaseClock()), on("r.asked_at", ">", 0)]));
    return eb.and([
      eb("connections.id", "=", connectionId),
      eb("connections.credential_version", "=", version),
      eb.not(eb.exists(renewals)),
    ]);
  };
}
