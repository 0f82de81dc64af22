/** A simulator of Google Secret Manager, written from its documentation and independently of the client. */
import { accounts, keyFileOf } from "./accounts.ts";

export { accounts, keyFileOf, projectId } from "./accounts.ts";
export { startSecretManagerSimulator, startSecretManagerSimulator as startSimulator } from "./start.ts";
export type { SecretManagerSimulator } from "./start.ts";
export { SecretManagerWorld } from "./world.ts";
export type { Switches } from "./world.ts";

/** The credentials that the simulator accepts: the key files of two service accounts. */
export const sandboxCredentials = { everything: keyFileOf(accounts.everything), viewer: keyFileOf(accounts.viewer) };
