/** Response bodies. */
import { usualProperties, type ObjectType, type StoredObject } from "./model.ts";

/** Builds a record's body: the requested properties, and those that HubSpot always returns. */
export function objectBody(type: ObjectType, object: StoredObject, asked: readonly string[] | null): object {
  const { id, properties, createdMs, updatedMs } = object;
  const [createdAt, updatedAt] = [new Date(createdMs).toISOString(), new Date(updatedMs).toISOString()];
  const names = asked ?? usualProperties[type].slice(0, 3);
  const shown = names.map((name): [string, string | null] => [name, properties[name] ?? null]);
  const always = { createdate: createdAt, hs_object_id: id, lastmodifieddate: updatedAt };
  return { id, properties: { ...always, ...Object.fromEntries(shown) }, createdAt, updatedAt, archived: false };
}
