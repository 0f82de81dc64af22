/**
 * Cached keys: the AES key of a record's content box, kept to save two derivations and one opening the next time. The
 * cache key covers everything that the AES key was derived from (the whole binding, the box of the data key, the
 * content box's salt and commitment), so no other record or binding finds it. The content is authenticated every time.
 * The cache lives no longer than the tenant's unwrapped keys and is wiped with them.
 */

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
