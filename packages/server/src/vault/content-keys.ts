/**
 * What two derivations and one opening gave for a record, remembered for its next opening: the AES key of its content box.
 * It is looked up by everything that it followed from (the whole binding, the box of the data key, the content box's salt
 * and commitment), so that no other record and no other place finds it; the content itself is authenticated every time.
 * It lives no longer than the tenant's unwrapped keys, with which it is wiped.
 */

// A tenant has few connections that act at once; a thousand tenants with all of these take some megabytes.
const keptMax = 16;

/** The remembered keys of one tenant. */
export class ContentKeys {
  readonly #keys = new Map<string, Uint8Array>();

  /** The AES key of a record's content; undefined where it is not known. The caller leaves it as it is. */
  find(place: string): Uint8Array | undefined {
    return this.#keys.get(place);
  }

  /** Takes a key over, and wipes the oldest where there are too many. */
  keep(place: string, key: Uint8Array): void {
    this.#wipe(place);
    this.#keys.set(place, key);
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > keptMax && oldest !== undefined) this.#wipe(oldest);
  }

  /** Overwrites every key and forgets it. */
  wipeAll(): void {
    for (const place of this.#keys.keys()) this.#wipe(place);
  }

  #wipe(place: string): void {
    this.#keys.get(place)?.fill(0);
    this.#keys.delete(place);
  }
}
