/** Starts the simulated cluster on loopback. */
import { startStore, type StoreSimulator } from "@svc/simulator";
import { vaultApi } from "./api.ts";
import { VaultWorld, type Switches } from "./world.ts";

const tokenOf = (name: string): string => `hvs.${name.padEnd(24, "0")}`;

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  everything: tokenOf("everything"),
  /** The same token in the form of OpenBao and older servers. */
  plain: `s.${"plain".padEnd(24, "0")}`,
  readOnly: tokenOf("readOnly"),
  root: tokenOf("root"),
  wrapping: tokenOf("wrapping"),
  limited: tokenOf("limited"),
} as const;

const policies: Readonly<Record<keyof typeof tokens, readonly string[]>> = {
  everything: ["default", "harbor"],
  plain: ["default", "harbor"],
  readOnly: ["default", "readonly"],
  root: ["root"],
  wrapping: ["response-wrapping"],
  limited: ["default"],
};

/** Adds a token like `everything` that expires. @returns its value. */
export function addExpiringToken({ tokens: known }: VaultWorld, name: string, expiresAtMs: number): string {
  const value = tokenOf(name);
  known.add({ value, name, scopes: [], expiresAtMs, type: "service", policies: policies.everything, uses: 0 });
  return value;
}

/** A running simulator. */
export type VaultSimulator = StoreSimulator<VaultWorld>;

/**
 * Starts the simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. Tokens expire by
 * `nowMs`.
 */
export async function startVaultSimulator(
  options: { port?: number; nowMs?: () => number; switches?: Partial<Switches>; tokensFile?: string } = {},
): Promise<VaultSimulator> {
  const { switches, ...more } = options;
  const world = new VaultWorld(switches);
  for (const [name, value] of Object.entries(tokens)) {
    const common = { value, name, scopes: [], expiresAtMs: null, type: "service" };
    const uses = name === "limited" ? 3 : 0;
    world.tokens.add({ ...common, policies: policies[name as keyof typeof tokens], uses });
  }
  return startStore({ api: vaultApi, world, ...more });
}
