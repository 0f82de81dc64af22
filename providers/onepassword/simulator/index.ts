/** A simulator of a 1Password Connect server, written from its OpenAPI description and independently of the client. */
import { tokens } from "./start.ts";

export { addExpiringToken, startOnepasswordSimulator, tokens } from "./start.ts";
export type { OnepasswordSimulator } from "./start.ts";
export { OnepasswordWorld, vaultId } from "./world.ts";
export type { Switches } from "./world.ts";
export { startOnepasswordSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: access tokens. */
export const sandboxCredentials = { everything: tokens.everything, readOnly: tokens.readOnly };
