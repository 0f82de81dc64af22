/** A simulator of Infisical, written from its documentation and independently of the client. */
import { tokens } from "./start.ts";
import { clients } from "./universal-auth.ts";

export { addExpiringToken, startInfisicalSimulator, tokens } from "./start.ts";
export type { InfisicalSimulator } from "./start.ts";
export { clients } from "./universal-auth.ts";
export { InfisicalWorld, projectId } from "./world.ts";
export type { Switches } from "./world.ts";
export { startInfisicalSimulator as startSimulator } from "./start.ts";

/** The credentials that the simulator accepts: machine identities' tokens, and a client with every permission. */
export const sandboxCredentials = {
  everything: tokens.everything,
  describer: tokens.describer,
  ...clients.everything,
};
