/** How lost responses are settled: by a unique value that svc chose, or by the record's current state. */
import { ProviderFailure, type EvidenceVerdict, type Look, type ReadPort } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { objectRequest, type ObjectType, type Values } from "./client.ts";
import { readObject, valueOf, type objectSchema } from "./resources.ts";

type StoredObject = Static<typeof objectSchema>;

/** The record that a change is about. */
export type Target = { type: ObjectType; id: string; idProperty?: string | undefined };

/** Reads a record with the properties of a change; null if there is none. @throws ProviderFailure */
export async function findObject(
  provider: ReadPort,
  { type, id, idProperty }: Target,
  properties: readonly string[],
): Promise<StoredObject | null> {
  const request = objectRequest(type, id, { properties, idProperty });
  const { status, body } = await provider.read(request, { accept: [200, 404] });
  if (status === 200) return readObject(body);
  if (isRecord(body) && body["status"] === "error") return null;
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "HubSpot's response doesn't say whether the record exists.",
  });
}

/** Returns whether a record has these values. */
export function hasValues(found: StoredObject, values: Values): boolean {
  return Object.entries(values).every(([name, value]) => (valueOf(found, name) ?? "") === value);
}

/** The facts that a state-setting action records before its change. */
export const stateFacts = Type.Object(
  { wasDifferent: Type.Boolean({ description: "Whether it had different values before the change." }) },
  { additionalProperties: false },
);

/** Settles a change of values. A missing record, or one with other values, proves nothing. */
export async function settleValues(
  { facts, provider }: Pick<Look<unknown, Static<typeof stateFacts>>, "facts" | "provider">,
  target: Target,
  values: Values,
): Promise<{ verdict: EvidenceVerdict; found: StoredObject | null }> {
  const found = await findObject(provider, target, Object.keys(values));
  if (found === null || !hasValues(found, values)) {
    return { verdict: { verdict: "undetermined", why: "The record doesn't have the requested values." }, found: null };
  }
  const wasDifferent = facts?.wasDifferent ?? false;
  return { verdict: { verdict: "applied", basis: "state", wasDifferent, output: found }, found };
}

/** Settles a creation by a unique property of the tenant's own. */
export async function settleCreation(
  { marker, provider }: Pick<Look, "marker" | "provider">,
  type: ObjectType,
  idProperty: string | undefined,
): Promise<EvidenceVerdict> {
  if (idProperty === undefined)
    return { verdict: "undetermined", why: "HubSpot doesn't show which execution wrote the record." };
  const found = await findObject(provider, { type, id: marker.hex, idProperty }, [idProperty]);
  if (found !== null && valueOf(found, idProperty) === marker.hex) {
    return { verdict: "applied", basis: "marker", output: found };
  }
  // HubSpot's response is the same for a record in the recycling bin and for a property that doesn't exist.
  return { verdict: "undetermined", why: "No record has the marker." };
}
