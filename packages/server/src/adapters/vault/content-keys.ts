/**
 * The keys of records' contents. Besides a key, opening a record needs the additional data of its content and the name
 * of its cached key. Both depend only on the binding and the record's bytes, so they are computed once for a record
 * that is opened repeatedly.
 *
 * The cache keeps the AES key of a record's content box, to save two derivations and one opening the next time. Its
 * name covers everything that the AES key was derived from (the whole binding, the box of the data key, the content
 * box's salt and commitment), so no other record or binding finds it. The content is authenticated every time. The
 * cache lives no longer than the tenant's unwrapped keys and is wiped with them.
 */
import { credentialAdditionalData, type CredentialBinding } from "./binding.ts";
import { contentKeyName } from "./record.ts";

/** `name` is the key in the tenant's {@link ContentKeys}, which may or may not have an entry. */
export type ContentRef = { aad: Uint8Array; name: string };

/** Kept as long as the record is referenced. A record's bytes never change. */
const cache = new WeakMap<Uint8Array, ContentRef & { binding: CredentialBinding }>();

/** @param record as the store returned it. For another array it is computed again, even if the bytes are the same. */
export function contentRef(binding: CredentialBinding, record: Uint8Array): ContentRef {
  const known = cache.get(record);
  if (known !== undefined && isSame(known.binding, binding)) return known;
  const aad = credentialAdditionalData(binding, "content");
  const ref = { aad, name: contentKeyName(aad, record), binding };
  cache.set(record, ref);
  return ref;
}

function isSame(one: CredentialBinding, other: CredentialBinding): boolean {
  return (
    one.deployment === other.deployment &&
    one.tenantId === other.tenantId &&
    one.subject === other.subject &&
    one.version === other.version &&
    one.purpose === other.purpose &&
    one.clientId === other.clientId &&
    one.provider === other.provider &&
    one.listedOrigin === other.listedOrigin &&
    isSameList(one.grantedActions, other.grantedActions)
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((text, index) => text === other[index]));
}

// A tenant has few connections in use at once. A thousand tenants with full caches take a few megabytes.
const keptMax = 16;

/** The cached content keys of one tenant. */
export class ContentKeys {
  readonly #keys = new Map<string, Uint8Array>();

  /** Returns the AES key of a record's content, or undefined if it isn't cached. The caller must not change it. */
  find(name: string): Uint8Array | undefined {
    return this.#keys.get(name);
  }

  /** Takes ownership of a key, and wipes the oldest if there are too many. */
  keep(name: string, key: Uint8Array): void {
    this.#wipe(name);
    this.#keys.set(name, key);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > keptMax && oldest !== undefined) this.#wipe(oldest);
  }

  /** Overwrites every key and forgets it. */
  wipeAll(): void {
    for (const name of this.#keys.keys()) this.#wipe(name);
  }

  #wipe(name: string): void {
    this.#keys.get(name)?.fill(0);
    this.#keys.delete(name);
  }
}
