/** A simulator of the Doppler API v3, written from its documentation and independently of the client. */
import { tokens } from "./seed.ts";

export type { ConfigAddress, Visibility } from "./model.ts";
export { dopplerWorld, harborWorks, quaysideLabs, tokens } from "./seed.ts";
export type { TokenName } from "./seed.ts";
export { startDopplerSimulator } from "./start.ts";
export type { DopplerSimulator, DopplerSimulatorOptions } from "./start.ts";
export { defaultSwitches } from "./switches.ts";
export type { Switches } from "./switches.ts";
export { tokenPrefixes, tokenValue } from "./tokens.ts";
export type { Grant, Token, TokenKind } from "./tokens.ts";
export { DopplerWorld } from "./world.ts";
export type { NewConfig, NewSecret, WorldSeed } from "./world.ts";
export { startDopplerSimulator as startSimulator } from "./start.ts";

const {
  revoked: _revoked,
  expired: _expired,
  personal: _personal,
  cli: _cli,
  scim: _scim,
  audit: _audit,
  identity: _identity,
  ...accepted
} = tokens;

/** The credentials that can connect: end users' tokens, without those that svc or the simulator refuses. */
export const sandboxCredentials = accepted;
