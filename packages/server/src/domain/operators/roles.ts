/**
 * The roles of operators. A `viewer` sees everything in the console, an `operator` also acts on single connections,
 * executions, proposals, tokens and deliveries, and an `admin` also changes service clients, their keys, OAuth apps and
 * operator tokens.
 */
import { operatorRoles, type OperatorRole } from "@svc/contract";

export { operatorRoles, type OperatorRole };

/** Whether a role includes another. */
export function includesRole(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}
