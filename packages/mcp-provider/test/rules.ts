/** The rules that a provider and its actions have to obey, wherever they come from. */
import { schemaFindings, type SchemaFinding } from "@svc/contract";
import type { Action } from "@svc/provider-kit";

export { declarationFaults, providerFaults } from "@svc/provider-kit";

/** The rules for schemas that an action breaks. */
export function schemaFaultsOf({ input, output }: Action): SchemaFinding[] {
  return [...schemaFindings(input, "caller"), ...schemaFindings(output, "service")];
}
