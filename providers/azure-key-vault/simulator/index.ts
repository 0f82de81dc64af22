/** A simulator of Azure Key Vault's secrets, written from its documentation and independently of the client. */
import { apps } from "./apps.ts";

export { apps, tenantId } from "./apps.ts";
export { startKeyVaultSimulator, startKeyVaultSimulator as startSimulator } from "./start.ts";
export type { KeyVaultSimulator } from "./start.ts";
export { KeyVaultWorld, vaultHost } from "./world.ts";
export type { Switches } from "./world.ts";

/** The credential that the simulator accepts: an app registration with every permission. */
export const sandboxCredentials = { ...apps.everything };
