/**
 * The fixture of the vault's tests: root keys, an in-memory database, and a clock that moves only when a test moves it.
 */
import { randomBytes } from "node:crypto";
import type { CredentialBinding } from "../../../src/adapters/vault/binding.ts";
import { literalKeys, keyringRootKeys, parseKeyring, type RootKeys } from "../../../src/adapters/vault/keyring.ts";
import type { CredentialContext, VaultStore } from "../../../src/domain/vault/port.ts";
import { openVault, type Vault } from "../../../src/adapters/vault/vault.ts";
import { emptyTables, memoryStore, type VaultTables } from "./memory-store.ts";

/** Three keyring entries that differ in id and key. */
export const entryA: string = `a:${Buffer.alloc(32, 0xa1).toString("base64")}`;
export const entryB: string = `b:${Buffer.alloc(32, 0xb2).toString("base64")}`;
/** The id of `entryA` with another key. */
export const entryWrongA: string = `a:${Buffer.alloc(32, 0xcc).toString("base64")}`;

export const sealContext: CredentialContext = {
  clientId: "scl_one",
  tenantId: "ten_one",
  connectionId: "con_one",
  version: 3,
  purpose: "credential",
  provider: "acme",
  listedOrigin: "",
  grantedActions: ["secrets.get", "secrets.list"],
};

/** A binding to seal under without a vault. */
export const binding: CredentialBinding = {
  deployment: { deploymentId: "dep", sandbox: false },
  tenantId: "ten",
  subject: "con",
  version: 12,
  purpose: "credential",
  clientId: "scl",
  provider: "acme",
  listedOrigin: "",
  grantedActions: ["get", "set"],
};

/** Random bytes from the machine, in a new array. */
export const realBytes = (count: number): Uint8Array => new Uint8Array(randomBytes(count));

/** How to open: keyring text, tables (or a store), sandbox, clock. */
export type Opening = {
  keyring?: string;
  rootKeys?: RootKeys;
  tables?: VaultTables;
  store?: VaultStore;
  sandbox?: boolean;
  cell?: string;
  clock?: { nowMs: number };
  randomBytes?: (count: number) => Uint8Array;
};

/** Opens a vault; by default a new live one under key a. */
export async function open(opening: Opening = {}): Promise<Vault> {
  const clock = opening.clock ?? { nowMs: 0 };
  const random = opening.randomBytes ?? realBytes;
  return await openVault({
    rootKeys: opening.rootKeys ?? keyringRootKeys(literalKeys(parseKeyring(opening.keyring ?? entryA)), random),
    store: opening.store ?? memoryStore(opening.tables ?? emptyTables()),
    sandbox: opening.sandbox ?? false,
    cell: opening.cell ?? null,
    platform: { randomBytes: random, monotonicMs: () => clock.nowMs, nowMs: () => clock.nowMs },
  });
}

/** UTF-8 bytes. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
