/**
 * What the opening of a record's content needs beside a key: its additional data, and where its key is remembered. Both follow
 * from the place and the record's bytes alone, so they are made once for a record that is opened again and again.
 */
import type { CredentialBinding } from "./binding.ts";
import { contentKeyPlace, recordAdditionalData } from "./record.ts";

/** `name` is looked up in the tenant's remembered keys; whether one is there is theirs to say. */
export type ContentPlace = { aad: Uint8Array; name: string };

/** Kept while somebody holds the record; its bytes are never changed. */
const made = new WeakMap<Uint8Array, ContentPlace & { binding: CredentialBinding }>();

/** @param record as it came from the store: another array, even of the same bytes, is looked at anew. */
export function contentPlaceOf(binding: CredentialBinding, record: Uint8Array): ContentPlace {
  const known = made.get(record);
  if (known !== undefined && isSame(known.binding, binding)) return known;
  const aad = recordAdditionalData(binding, "content", record);
  const place = { aad, name: contentKeyPlace(aad, record), binding };
  made.set(record, place);
  return place;
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
    isSameList(one.grantedActions, other.grantedActions)
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((text, index) => text === other[index]));
}
