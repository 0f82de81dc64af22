/** The read endpoints. */
import { fieldsOf, pageByOffset, Refusal, type Call, type Fields, type Result } from "@svc/simulator";
import { objectBody } from "./bodies.ts";
import { objectTypes, ownProperties, usualProperties, type ObjectType, type StoredObject } from "./model.ts";
import { portalId, type HubspotWorld } from "./world.ts";

/** The caller of an endpoint. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to this API. */
export type HubspotCall = Call<HubspotWorld, Caller>;

/** Returns the record type in a path. Throws `Refusal` 400 for an unknown type. */
export function typeOf({ params }: HubspotCall, name = "type"): ObjectType {
  const type = objectTypes.find((one) => one === params[name]);
  if (type === undefined) throw new Refusal(400, `Unable to infer object type from: ${params[name] ?? ""}`);
  return type;
}

/** Throws `Refusal` 403 if the caller may not read or write the type. */
export function allow({ caller }: HubspotCall, type: ObjectType, access: "read" | "write"): void {
  const scope = type === "tickets" ? "tickets" : `crm.objects.${type === "notes" ? "contacts" : type}.${access}`;
  if (caller.scopes.includes(scope)) return;
  throw new Refusal(403, "This app hasn't been granted all required scopes to make this call.", {
    code: "MISSING_SCOPES",
  });
}

/** `GET /account-info/v3/details` */
export function getAccount(): Result {
  return { json: { portalId, accountType: "STANDARD", timeZone: "Europe/Zurich", uiDomain: "app.hubspot.com" } };
}

/** `GET /crm/v3/objects/{type}/{id}` */
export function getObject(call: HubspotCall): Result {
  const { request, store, params } = call;
  const type = typeOf(call);
  allow(call, type, "read");
  const found = store.lookUp(type, params["id"] ?? "", request.query.get("idProperty"));
  if (found === undefined) throw new Refusal(404, "resource not found", { code: "OBJECT_NOT_FOUND" });
  // A comma-separated list, or the parameter repeated.
  const asked = request.query.getAll("properties").flatMap((names) => names.split(",").filter(Boolean));
  return { json: objectBody(type, found, asked.length === 0 ? null : asked) };
}

/** `POST /crm/v3/objects/{type}/search` */
export function searchObjects(call: HubspotCall): Result {
  const { request, store } = call;
  const type = typeOf(call);
  allow(call, type, "read");
  const { query, filterGroups, properties, limit, after } = fieldsOf(request);
  if (Number(after ?? "0") + Number(limit ?? "10") > 10_000) {
    throw new Refusal(400, "Cannot page beyond 10000 results", { code: "VALIDATION_ERROR" });
  }
  const words = typeof query === "string" ? query.toLowerCase() : "";
  const groups = (filterGroups ?? []) as { filters: Fields[] }[];
  const found = store.objects
    .in(type)
    .values()
    .filter((object) => Object.values(object.properties).join(" ").toLowerCase().includes(words))
    .filter(
      (object) =>
        groups.length === 0 || groups.some(({ filters }) => filters.every((filter) => fits(type, object, filter))),
    );
  const said = { offset: after as string | undefined, limit: limit as number | undefined };
  const { items, offset, total, isLast } = pageByOffset(found, said, { absent: 10, max: 200 });
  const next = isLast ? {} : { paging: { next: { after: String(offset + items.length) } } };
  const asked = Array.isArray(properties) ? (properties as string[]) : null;
  return { json: { total, results: items.map((object) => objectBody(type, object, asked)), ...next } };
}

function fits(type: ObjectType, { properties }: StoredObject, { propertyName, operator, value }: Fields): boolean {
  const name = String(propertyName);
  if (![...usualProperties[type], ...ownProperties[type]].includes(name)) {
    throw new Refusal(400, `There was a problem with the request: property ${name} does not exist`, {
      code: "VALIDATION_ERROR",
    });
  }
  const [own, wanted] = [properties[name], String(value)];
  switch (operator) {
    case "HAS_PROPERTY":
      return own !== undefined;
    case "NOT_HAS_PROPERTY":
      return own === undefined;
    case "EQ":
      return own === wanted;
    case "NEQ":
      return own !== wanted;
    case "CONTAINS_TOKEN":
      return own?.toLowerCase().includes(wanted.toLowerCase()) === true;
    case "LT":
      return Number(own) < Number(wanted);
    case "LTE":
      return Number(own) <= Number(wanted);
    case "GT":
      return Number(own) > Number(wanted);
    case "GTE":
      return Number(own) >= Number(wanted);
    default:
      throw new Refusal(400, "unknown operator", { code: "VALIDATION_ERROR" });
  }
}

/** `GET /crm/v4/objects/{from}/{id}/associations/{to}` */
export function listAssociations(call: HubspotCall): Result {
  const { request, store, params } = call;
  const [from, to] = [typeOf(call, "from"), typeOf(call, "to")];
  allow(call, from, "read");
  const { id } = store.object(from, params["id"] ?? "");
  const all = store.associations
    .values()
    .filter((association) => association.from === `${from}/${id}` && association.to.startsWith(`${to}/`));
  const said = { offset: request.query.get("after"), limit: request.query.get("limit") };
  const { items, offset, isLast } = pageByOffset(all, said, { absent: 500, max: 500 });
  const results = items.map((association) => ({
    toObjectId: association.to.split("/")[1],
    associationTypes: [{ category: "HUBSPOT_DEFINED", typeId: 1, label: null }],
  }));
  return { json: { results, ...(isLast ? {} : { paging: { next: { after: String(offset + items.length) } } }) } };
}

/** `GET /crm/v3/owners` */
export function listOwners({ request, store }: HubspotCall): Result {
  const { query } = request;
  const email = query.get("email");
  const all = store.owners.values().filter((owner) => email === null || owner.email === email);
  const { items, offset, isLast } = pageByOffset(
    all,
    { offset: query.get("after"), limit: query.get("limit") },
    { absent: 100, max: 500 },
  );
  const at = "2026-01-05T09:00:00.000Z";
  const results = items.map((owner) => ({ ...owner, type: "PERSON", archived: false, createdAt: at, updatedAt: at }));
  return { json: { results, ...(isLast ? {} : { paging: { next: { after: String(offset + items.length) } } }) } };
}

/** `GET /crm/v3/pipelines/{type}` */
export function listPipelines(call: HubspotCall): Result {
  allow(call, typeOf(call), "read");
  const at = "2026-01-05T09:00:00.000Z";
  const dated = { archived: false, createdAt: at, updatedAt: at };
  const stages = ["appointmentscheduled", "closedwon", "closedlost"].map((id, displayOrder) => {
    return {
      id,
      label: id.replace("closed", "Closed "),
      displayOrder,
      metadata: {},
      writePermissions: "CRM_PERMISSIONS_ENFORCEMENT",
      ...dated,
    };
  });
  return { json: { results: [{ id: "default", label: "Sales Pipeline", displayOrder: 0, stages, ...dated }] } };
}
