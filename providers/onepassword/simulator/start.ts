/** Starts the simulated Connect server on loopback. */
import { storeStarter, type StoreSimulator } from "@svc/simulator";
import { onepasswordApi } from "./api.ts";
import { accountId, otherVaultId, OnepasswordWorld, vaultId, type ConnectToken, type Switches } from "./world.ts";

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const ours = { "1password.com/auuid": accountId, aud: ["com.1password.connect"] };

/** Builds a JWT like Connect's, but with a name as its signature. */
function tokenOf(name: string, claims: object = ours) {
  const signature = Buffer.from(`signature-of-${name}`.padEnd(32, "0")).toString("base64url");
  return `${encoded({ alg: "ES256", typ: "JWT" })}.${encoded({ jti: name, ...claims })}.${signature}`;
}

/** The credentials that the simulator accepts, by name. */
export const tokens = {
  everything: tokenOf("everything"),
  readOnly: tokenOf("readOnly"),
  /** The token of a server that names no account. */
  nameless: tokenOf("nameless", { aud: ["com.1password.connect"] }),
  /** A token with an account, but not for Connect. */
  foreign: tokenOf("foreign", { "1password.com/auuid": accountId, aud: ["com.example"] }),
} as const;

const access: Readonly<Record<keyof typeof tokens, Pick<ConnectToken, "vaults" | "mayWrite">>> = {
  everything: { vaults: [vaultId, otherVaultId], mayWrite: true },
  readOnly: { vaults: [vaultId], mayWrite: false },
  nameless: { vaults: [vaultId], mayWrite: true },
  foreign: { vaults: [vaultId], mayWrite: true },
};

/** Adds a token like `everything` that expires; its lifetime is in the token, in whole seconds. @returns its value. */
export function addExpiringToken({ tokens: known }: OnepasswordWorld, name: string, expiresAtMs: number): string {
  const exp = Math.floor(expiresAtMs / 1000);
  const value = tokenOf(name, { ...ours, exp });
  known.add({ value, name, scopes: [], expiresAtMs: exp * 1000, ...access.everything });
  return value;
}

/** A running simulator. */
export type OnepasswordSimulator = StoreSimulator<OnepasswordWorld>;

export const startOnepasswordSimulator = storeStarter(onepasswordApi, (switches: Partial<Switches>) => {
  const world = new OnepasswordWorld(switches);
  for (const [name, value] of Object.entries(tokens)) {
    world.tokens.add({ value, name, scopes: [], expiresAtMs: null, ...access[name as keyof typeof tokens] });
  }
  return world;
});
