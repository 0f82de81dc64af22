/**
 * SQL conditions for lists and for the tenants that a caller reaches, for both engines. For a single tenant, the
 * domain's `isReached` decides.
 */
import type { TenantReach } from "../../../domain/tenants/port.ts";

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

/**
 * The condition. The parameter is a text in which each name stands between commas, so a replacement changes it only if
 * it contains the column's text.
 * @param column SQL. @param parameter the name of the parameter, whose value is from {@link listedIds}.
 */
export function isListed(column: string, parameter: string): string {
  return `replace(:${parameter}, ',' || ${column} || ',', '') <> :${parameter}`;
}

/** The parameter's value. @param names without commas; null for a list that no condition uses. */
export function listedIds(names: readonly string[] | null): string {
  return (names ?? []).map((name) => `,${name},`).join("");
}
