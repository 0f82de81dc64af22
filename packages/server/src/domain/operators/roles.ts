/** The roles of operators. */

/**
 * From least to most; each may do what those before it may. A `viewer` sees everything in the console, an `operator`
 * also acts on single connections, executions, proposals, tokens and deliveries, and an `admin` also changes service
 * clients and their keys.
 */
export const operatorRoles = ["viewer", "operator", "admin"] as const;
/** One of {@link operatorRoles}. */
export type OperatorRole = (typeof operatorRoles)[number];

/** Whether a role includes another. */
export function includesRole(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}
