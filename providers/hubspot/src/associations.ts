/** Associations between records: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide */
import { oneOf } from "@svc/contract";
import type { ReadPort } from "@svc/provider-kit";
import { record } from "@svc/provider-kit/shape";
import { associationsRequest } from "./client.ts";
import { entriesOf } from "./fields.ts";

const types = ["contacts", "companies", "deals"] as const;

/** A field with the type of a record that can be associated. */
export function associatedType(description: string) {
  return oneOf(types, description);
}

/** Reads a page of the ids associated with a record. HubSpot returns them as numbers or as strings. */
export async function readAssociations(
  provider: ReadPort,
  { from, id, to }: { from: string; id: string; to: string },
  page: { limit: number; after?: string | undefined },
) {
  const { body } = await provider.read(associationsRequest(from, id, to, page), { accept: [200] });
  const { entries, nextPageToken } = entriesOf(body);
  return { ids: entries.map((entry) => idOf(record(entry)["toObjectId"])), nextPageToken };
}

function idOf(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "";
}
