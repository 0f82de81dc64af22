/** Requests to the CRM API as data, one function per endpoint. Pure. */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** The object types that the actions support. */
export type ObjectType = "contacts" | "companies" | "deals" | "tickets" | "notes";

/** Property values by name. In HubSpot, all of them are strings. */
export type Values = Readonly<Record<string, string>>;

const objects = (type: string, ...more: string[]) => ["crm", "v3", "objects", type, ...more];

/** `POST /crm/v3/objects/{type}/search`, which only reads. */
export function searchRequest(type: ObjectType, search: object): ProviderRequest {
  return { method: "POST", path: objects(type, "search"), json: search };
}

/** `GET /crm/v3/objects/{type}/{id}`, by id or by a unique property. */
export function objectRequest(
  type: ObjectType,
  id: string,
  { properties, idProperty }: { properties: readonly string[]; idProperty?: string | undefined },
): ProviderRequest {
  return get(objects(type, id), { properties: properties.join(","), idProperty });
}

/** `POST /crm/v3/objects/{type}` */
export function createRequest(
  type: ObjectType,
  properties: Values,
  associations: readonly object[] = [],
): ProviderRequest {
  return { method: "POST", path: objects(type), json: { properties, associations } };
}

/** `PATCH /crm/v3/objects/{type}/{id}` */
export function updateRequest(type: ObjectType, id: string, properties: Values): ProviderRequest {
  return { method: "PATCH", path: objects(type, id), json: { properties } };
}

/** `POST /crm/v3/objects/{type}/batch/upsert`, with one input: creates or updates the record with this unique value. */
export function upsertRequest(type: ObjectType, idProperty: string, id: string, properties: Values): ProviderRequest {
  return { method: "POST", path: objects(type, "batch", "upsert"), json: { inputs: [{ idProperty, id, properties }] } };
}

/** `GET /crm/v4/objects/{from}/{id}/associations/{to}` */
export function associationsRequest(
  from: string,
  id: string,
  to: string,
  page: { limit: number; after?: string | undefined },
): ProviderRequest {
  return get(["crm", "v4", "objects", from, id, "associations", to], page);
}

/** `PUT /crm/v4/objects/{from}/{id}/associations/default/{to}/{id}` */
export function associateRequest(from: string, id: string, to: string, toId: string): ProviderRequest {
  return { method: "PUT", path: ["crm", "v4", "objects", from, id, "associations", "default", to, toId] };
}

/** `GET /crm/v3/owners` */
export function ownersRequest(query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return get(["crm", "v3", "owners"], query);
}

/** `GET /crm/v3/pipelines/{type}` */
export function pipelinesRequest(type: string): ProviderRequest {
  return get(["crm", "v3", "pipelines", type], {});
}

function get(path: string[], query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path, query };
}
