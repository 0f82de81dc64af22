/** The vault context that a proposal's sealed input is bound to. */
import type { CredentialContext } from "../vault/port.ts";
import type { ProposalRow } from "./port.ts";

/** Returns the context in which a proposal's input is sealed. */
export function inputContext(
  row: Pick<ProposalRow, "id" | "clientId" | "tenantId" | "provider" | "listedOrigin" | "actionId">,
): CredentialContext {
  const { id: connectionId, clientId, tenantId, provider, listedOrigin, actionId } = row;
  return {
    clientId,
    tenantId,
    connectionId,
    version: 1,
    purpose: "proposal",
    provider,
    listedOrigin,
    grantedActions: [actionId],
  };
}
