/**
 * Root keys: the port, and the keyring of this process (contract §11.3). An entry is a key as the operator writes it, or
 * names a key service that keeps one wrapped (key-services/). The port could be implemented otherwise too: every method
 * may be slow and may fail.
 *
 * The keyring's first key seals, all of them open. It accepts any 32 bytes, and some that people choose are not secret,
 * so guessable keys are reported.
 */
import { createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Binding, lengthPrefixed } from "./binding.ts";
import type { RandomBytes } from "./box.ts";
import { VaultError, VaultStartError } from "../../domain/vault/errors.ts";
import type { DeploymentIdentity } from "../../domain/vault/port.ts";
import { keyServiceForms, namesKeyService, parseKeyReference, type KeyReference } from "./key-services/reference.ts";
import { unwrapKey, wrapKey } from "./record.ts";

/** A root key. `KeyObject` shows no key material when it is printed or serialized. */
export type RootKey = { id: string; key: KeyObject };

/** An entry that names a key service. */
export type ServiceEntry = { id: string; service: KeyReference };

/** A key itself, or the name of one. */
export type KeyringEntry = RootKey | ServiceEntry;

/** Returns the entries that are keys themselves. */
export function literalKeys(entries: readonly KeyringEntry[]): RootKey[] {
  return entries.filter((entry) => "key" in entry);
}

/** The format of a key id. */
const idPattern = /^[A-Za-z0-9._-]{1,32}$/;

/** 32 bytes in base64, standard or url-safe alphabet, with or without padding. */
const keyPattern = /^[A-Za-z0-9+/_-]{43}=?$/;

const entryForm = `<id>:<base64 of 32 bytes>, or <id>:<key> with a key such as ${keyServiceForms}; the id has 1 to 32 letters, digits, '.', '_' or '-'`;

/**
 * Parses a keyring: entries of `<id>:<base64 of 32 bytes>` or `<id>:<key of a service>`, separated by commas or newlines.
 * Blank lines are skipped. Any 32 bytes are accepted. Errors name positions, never the text, because the key may be where the id belongs.
 * @throws VaultStartError KEYRING_EMPTY, KEYRING_INVALID.
 */
export function parseKeyring(text: string): KeyringEntry[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const entries = lines.flatMap((line) => line.split(","));
  if (entries.length === 0) {
    throw new VaultStartError(
      "KEYRING_EMPTY",
      `There is no vault key: provide at least one entry of the form ${entryForm}.`,
    );
  }
  const positionOfId = new Map<string, number>();
  return entries.map((entry, index) => {
    const parsed = parseEntry(entry.trim(), index + 1);
    const earlier = positionOfId.get(parsed.id);
    if (earlier !== undefined)
      throw invalid(index + 1, `has the same id as entry ${earlier}; give each key its own id`);
    positionOfId.set(parsed.id, index + 1);
    return parsed;
  });
}

/**
 * Generates a key as a keyring entry, for a sandbox or an operator. The text contains the key: store it, don't show it.
 * @param randomBytes returns `count` bytes from a source fit for keys.
 */
export function makeKeyringEntry(id: string, randomBytes: (count: number) => Uint8Array): string {
  return `${id}:${Buffer.from(randomBytes(32)).toString("base64")}`;
}

/**
 * Creates root keys from a keyring, for use in this process.
 * @throws VaultStartError KEYRING_EMPTY.
 */
export function keyringRootKeys(keys: readonly RootKey[], randomBytes: RandomBytes): RootKeys {
  if (keys.length === 0) throw new VaultStartError("KEYRING_EMPTY", "There is no vault key.");
  const ring = new Map(keys.map(({ id, key }) => [id, key]));
  const getKey = (id: string): KeyObject => {
    const key = ring.get(id);
    if (key === undefined) throw new VaultError("KEY_MISSING");
    return key;
  };
  return {
    keyIds: [...ring.keys()],
    wrap: async (id, binding, key) => wrapKey(getKey(id), binding, key, randomBytes),
    unwrap: async (id, binding, wrapped) => unwrapKey(getKey(id), binding, wrapped),
    makeCheck: async (id, deployment) => keyCheck(deployment, id, getKey(id)),
    async verifyCheck(id, deployment, check) {
      const expected = keyCheck(deployment, id, getKey(id));
      return check.length === expected.length && timingSafeEqual(check, expected);
    },
    checkHealth: () => Promise.resolve(),
  };
}

/** HKDF under its own label: it reveals nothing about the key and can't be turned into another use of it. */
function keyCheck(deployment: DeploymentIdentity, rootKeyId: string, key: KeyObject): Uint8Array {
  const label = lengthPrefixed(["svc-vault/v1 key check", rootKeyId]);
  return new Uint8Array(hkdfSync("sha512", key, deployment.deploymentId, label, 32));
}

function parseEntry(entry: string, position: number): KeyringEntry {
  if (entry === "") throw invalid(position, `is empty; write ${entryForm}`);
  const colon = entry.indexOf(":");
  if (colon < 0) throw invalid(position, `has no ':' between id and key; write ${entryForm}`);
  const id = entry.slice(0, colon).trim();
  const encoded = entry.slice(colon + 1).trim();
  if (!idPattern.test(id)) throw invalid(position, `has a malformed id; write ${entryForm}`);
  if (namesKeyService(encoded)) {
    const service = parseKeyReference(encoded);
    if (service === null) throw invalid(position, `names a key service in a wrong form; write ${keyServiceForms}`);
    return { id, service };
  }
  if (!keyPattern.test(encoded)) throw invalid(position, `has a key that is not the base64 of 32 bytes`);
  const bytes = Buffer.from(encoded, "base64");
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return { id, key };
}

function invalid(position: number, fault: string): VaultStartError {
  return new VaultStartError("KEYRING_INVALID", `The vault keyring is malformed: entry ${position} ${fault}.`);
}

/** 32 random bytes have about 30 distinct values; one key in 10^13 has fewer than this. */
const differentBytesMin = 18;

/** Returns why a key is guessable, as a verb phrase that contains nothing of the key; null if no weakness was found. */
export function weaknessOf({ key }: RootKey): string | null {
  const bytes = key.export();
  try {
    const different = new Set(bytes).size;
    if (different === 1) return bytes[0] === 0 ? "is 32 zero bytes" : "is one byte, 32 times";
    if (isSeries(bytes)) return "is an arithmetic sequence";
    if (different < differentBytesMin) return `has only ${different} different bytes`;
    if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return "is text, not random bytes";
    return null;
  } finally {
    bytes.fill(0);
  }
}

/** Whether each byte differs from the previous one by the same step. */
function isSeries(bytes: Uint8Array): boolean {
  const step = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) & 0xff;
  return bytes.every((byte, at) => at === 0 || ((byte - (bytes[at - 1] ?? 0)) & 0xff) === step);
}

/**
 * Wraps and unwraps tenant keys and hashing keys. A method throws VaultError `ROOT_KEYS_UNAVAILABLE` for a temporary
 * failure and `ROOT_KEYS_DENIED` if the operator must grant access; any other error counts as `ROOT_KEYS_UNAVAILABLE`.
 * Each implementation applies its own time limit.
 */
export type RootKeys = {
  /** Ids of 1 to 32 letters, digits, `.`, `_` or `-`; at least one. The first seals, all of them open. */
  readonly keyIds: readonly string[];
  /**
   * Seals key bytes.
   * @param binding the additional data, or the encryption context of a service.
   * @param key 32 to 672 bytes; not changed.
   */
  wrap(keyId: string, binding: Binding, key: Uint8Array): Promise<Uint8Array>;
  /** @returns the key bytes, which the caller wipes; null if the root key, the binding or any byte differs. */
  unwrap(keyId: string, binding: Binding, wrapped: Uint8Array): Promise<Uint8Array | null>;
  /** Creates a value to store in the database that reveals nothing about the key and proves it later. */
  makeCheck(keyId: string, deployment: DeploymentIdentity): Promise<Uint8Array>;
  /** Whether this key made the check for this deployment. */
  verifyCheck(keyId: string, deployment: DeploymentIdentity, check: Uint8Array): Promise<boolean>;
  /** Resolves if the sealing key is usable now. */
  checkHealth(): Promise<void>;
};

/** Wraps root keys so that no foreign error escapes: a service's own message could quote what it was sent. */
export function guarded(rootKeys: RootKeys): RootKeys {
  return {
    keyIds: rootKeys.keyIds,
    wrap: (keyId, binding, key) => asked(() => rootKeys.wrap(keyId, binding, key)),
    unwrap: (keyId, binding, wrapped) => asked(() => rootKeys.unwrap(keyId, binding, wrapped)),
    makeCheck: (keyId, deployment) => asked(() => rootKeys.makeCheck(keyId, deployment)),
    verifyCheck: (keyId, deployment, check) => asked(() => rootKeys.verifyCheck(keyId, deployment, check)),
    checkHealth: () => asked(() => rootKeys.checkHealth()),
  };
}

async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultError ? error : new VaultError("ROOT_KEYS_UNAVAILABLE");
  }
}
