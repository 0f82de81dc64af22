/** A simulator of Infisical, written from its documentation and independently of the client. */
import { tokens } from "./start.ts";

export { addExpiringToken, startInfisicalSimulator, tokens } from "./start.ts";
export type { InfisicalSimulator } from "./start.ts";
export { InfisicalWorld, projectId } from "./world.ts";
export type { Switches } from "./world.ts";
export { startInfisicalSimulator as startSimulator } from "./start.ts";

/** What the simulator accepts: tokens of machine identities. */
export const sandboxCredentials = { everything: tokens.everything, describer: tokens.describer };
