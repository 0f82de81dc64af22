/**
 * Besides a key, opening a record needs the additional data of its content and the name of its cached key. Both
 * depend only on the binding and the record's bytes, so they are computed once for a record that is opened repeatedly.
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
