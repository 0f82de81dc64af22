/** Starts the simulated server on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { infisicalApi } from "./api.ts";
import { permissions, tokenOf } from "./universal-auth.ts";
import { InfisicalWorld, type InfisicalToken, type Switches } from "./world.ts";

/** The access tokens that the simulator accepts, by name. */
export const tokens = {
  everything: tokenOf("everything"),
  /** Can describe secrets, but not read their values or change them. */
  describer: tokenOf("describer"),
  /** A person's token. */
  user: tokenOf("user"),
} as const;

const kinds: Readonly<Record<keyof typeof tokens, Pick<InfisicalToken, "actor" | "permissions">>> = {
  everything: { actor: "identity", permissions: permissions.everything },
  describer: { actor: "identity", permissions: permissions.describer },
  user: { actor: "user", permissions: permissions.everything },
};

/** Adds a token like `everything` that expires; its lifetime is in the token, in whole seconds. @returns its value. */
export function addExpiringToken({ tokens: known }: InfisicalWorld, name: string, expiresAtMs: number): string {
  const exp = Math.floor(expiresAtMs / 1000);
  const value = tokenOf(name, { exp });
  known.add({ value, name, scopes: [], expiresAtMs: exp * 1000, ...kinds.everything });
  return value;
}

/** A running simulator. */
export type InfisicalSimulator = StoreSimulator<InfisicalWorld>;

/**
 * Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken.
 * @param options.nowMs the clock for the tokens' expiry.
 */
export async function startInfisicalSimulator(
  options: { port?: number; nowMs?: () => number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<InfisicalSimulator> {
  const { switches, ...more } = options;
  const world = new InfisicalWorld(switches);
  for (const [name, value] of Object.entries(tokens)) {
    const common = { value, name, scopes: [], expiresAtMs: null };
    world.tokens.add({ ...common, ...kinds[name as keyof typeof tokens] });
  }
  return startStore({ api: infisicalApi, world, ...more });
}
