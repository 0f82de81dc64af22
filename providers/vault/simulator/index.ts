/**
 * A simulator of Vault's KV version 2 and OpenBao, written from their documentation and independently of the client.
 */
import { appRoles } from "./app-role.ts";
import { tokens } from "./start.ts";

export { appRoles } from "./app-role.ts";
export { addExpiringToken, startVaultSimulator, tokens } from "./start.ts";
export type { VaultSimulator } from "./start.ts";
export { VaultWorld } from "./world.ts";
export type { Switches } from "./world.ts";
export { startVaultSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: an end user's tokens, and an AppRole with every right. */
export const sandboxCredentials = {
  everything: tokens.everything,
  readOnly: tokens.readOnly,
  ...appRoles.everything,
};
