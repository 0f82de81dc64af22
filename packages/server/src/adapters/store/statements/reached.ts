/** A SQL condition for the tenants that a caller reaches. For a single tenant, the domain's `isReached` decides. */
import type { TenantReach } from "../../../domain/tenants/port.ts";
import { isListed, listedIds } from "./listed.ts";

/** The conditions, and the values of their parameters. */
export type ReachCondition = {
  conditions: readonly string[];
  values: { reachedIds: string; reachedLabel: string | null };
};

/** For a statement whose only table is `tenants`. */
export function reachedTenants(reach: TenantReach): ReachCondition {
  return condition(reach, "id", "label = :reachedLabel");
}

/** For a statement whose only table is this one, which has a `tenant_id`. */
export function reachedRows(reach: TenantReach, table: "delegated_tokens"): ReachCondition {
  const hasLabel = `exists (select 1 from tenants where tenants.id = ${table}.tenant_id and tenants.label = :reachedLabel)`;
  return condition(reach, "tenant_id", hasLabel);
}

function condition(reach: TenantReach, idColumn: string, hasLabel: string): ReachCondition {
  if (reach === null) return { conditions: [], values: { reachedIds: "", reachedLabel: null } };
  if ("label" in reach) return { conditions: [hasLabel], values: { reachedIds: "", reachedLabel: reach.label } };
  const values = { reachedIds: listedIds(reach.ids), reachedLabel: null };
  return { conditions: [isListed(idColumn, "reachedIds")], values };
}
