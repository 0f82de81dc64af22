/** Opens the input of a proposal that still waits. Once a proposal has ended, its sealed input is destroyed. */
import { isRootKeyFault, type CredentialContext, type CredentialVault, type KeyedHashes } from "../vault/port.ts";
import { isIntact } from "./digest.ts";
import type { ProposalRow } from "./port.ts";

/** Dependencies for opening an input. */
export type OpenInputDeps = {
  vault: Pick<CredentialVault, "openCredential">;
  hashes: Pick<KeyedHashes, "hash" | "verify">;
};

/** The whole input, with its secrets; `altered` if the row isn't as it was proposed; `later` if the vault is locked. */
export type OpenedInput = { input: unknown } | "altered" | "later";

/** Opens the input, and checks that the proposal wasn't altered. */
export async function openInput({ vault, hashes }: OpenInputDeps, row: ProposalRow): Promise<OpenedInput> {
  if (row.sealed === null) return "altered";
  let plaintext: Uint8Array;
  try {
    plaintext = await vault.openCredential(inputContext(row), row.sealed);
  } catch (error) {
    return isRootKeyFault(error) ? "later" : "altered";
  }
  try {
    const input: unknown = JSON.parse(Buffer.from(plaintext).toString("utf8"));
    return isIntact(hashes, row, input) ? { input } : "altered";
  } finally {
    plaintext.fill(0);
  }
}

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
