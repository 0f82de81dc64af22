/** The write endpoints. */
import { fieldsOf, Refusal, type Fields, type Result } from "@svc/simulator";
import { objectBody } from "./bodies.ts";
import {
  objectTypes,
  ownProperties,
  uniqueProperties,
  usualProperties,
  type ObjectType,
  type StoredObject,
} from "./model.ts";
import { allow, typeOf, type HubspotCall } from "./reads.ts";
import type { HubspotWorld } from "./world.ts";

const associatedTypes: Readonly<Record<number, ObjectType>> = {
  190: "companies",
  202: "contacts",
  214: "deals",
  228: "tickets",
};

/** `POST /crm/v3/objects/{type}` */
export function createObject(call: HubspotCall): Result {
  const { request, store } = call;
  const type = typeOf(call);
  allow(call, type, "write");
  const { properties, associations } = fieldsOf(request);
  const checked = checkedProperties(type, properties);
  const taken = uniqueProperties[type].find((name) => {
    const value = checked[name];
    return value !== undefined && store.lookUp(type, value, name) !== undefined;
  });
  if (taken !== undefined) throw new Refusal(409, `Record already exists. Existing ID: ${taken}`, { code: "CONFLICT" });
  const links = ((associations ?? []) as Fields[]).map((association) => linkOf(store, association));
  const object = store.add(type, checked, request.timeMs);
  for (const link of links) store.associate([type, object.id], link);
  return {
    status: 201,
    json: objectBody(type, object, Object.keys(checked)),
    effects: [{ kind: `${type}.create`, id: object.id }],
  };
}

/** `PATCH /crm/v3/objects/{type}/{id}` */
export function updateObject(call: HubspotCall): Result {
  const { request, store, params } = call;
  const type = typeOf(call);
  allow(call, type, "write");
  const object = store.object(type, params["id"] ?? "");
  const changed = changeObject(
    store,
    type,
    object,
    checkedProperties(type, fieldsOf(request)["properties"]),
    request.timeMs,
  );
  return { json: objectBody(type, changed, null), effects: [{ kind: `${type}.update`, id: object.id }] };
}

/** `POST /crm/v3/objects/{type}/batch/upsert` */
export function upsertObjects(call: HubspotCall): Result {
  const { request, store } = call;
  const type = typeOf(call);
  allow(call, type, "write");
  const { batchErrors } = store.switches;
  const error = {
    status: "error",
    category: "VALIDATION_ERROR",
    message: "Property values were not valid",
    context: {},
  };
  const dated = {
    status: "COMPLETE",
    startedAt: new Date(request.timeMs).toISOString(),
    completedAt: new Date(request.timeMs).toISOString(),
  };
  if (batchErrors === "alone") return { status: 207, json: { ...dated, results: [], numErrors: 1, errors: [error] } };
  const effects: { kind: string; id: string }[] = [];
  const results = ((fieldsOf(request)["inputs"] ?? []) as Fields[]).map(({ idProperty, id, properties }) => {
    if (!uniqueProperties[type].includes(String(idProperty))) {
      throw new Refusal(400, `${String(idProperty)} is not a unique property`, { code: "VALIDATION_ERROR" });
    }
    const checked = { ...checkedProperties(type, properties), [String(idProperty)]: String(id) };
    const found = store.lookUp(type, String(id), String(idProperty));
    const object =
      found === undefined
        ? store.add(type, checked, request.timeMs)
        : changeObject(store, type, found, checked, request.timeMs);
    effects.push({ kind: `${type}.upsert`, id: object.id });
    return { ...objectBody(type, object, Object.keys(checked)), new: found === undefined };
  });
  const errors = batchErrors === "beside" ? { numErrors: 1, errors: [error] } : {};
  return { status: batchErrors === "beside" ? 207 : 200, json: { ...dated, results, ...errors }, effects };
}

/** `PUT /crm/v4/objects/{from}/{id}/associations/default/{to}/{toId}` */
export function associateObjects(call: HubspotCall): Result {
  const { store, params } = call;
  const [from, to] = [typeOf(call, "from"), typeOf(call, "to")];
  allow(call, from, "write");
  allow(call, to, "write");
  const [one, other] = [store.object(from, params["id"] ?? ""), store.object(to, params["toId"] ?? "")];
  store.associate([from, one.id], [to, other.id]);
  const results = [
    {
      from: { id: one.id },
      to: { id: other.id },
      associationSpec: { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 1 },
    },
  ];
  const at = "2026-03-02T08:00:00.000Z";
  return {
    json: { status: "COMPLETE", startedAt: at, completedAt: at, results },
    effects: [{ kind: "association.set", id: one.id }],
  };
}

function changeObject(
  store: HubspotWorld,
  type: ObjectType,
  { number, properties }: StoredObject & { number: number },
  changes: StoredObject["properties"],
  nowMs: number,
): StoredObject & { number: number } {
  const merged = Object.entries({ ...properties, ...changes }).filter(([, value]) => value !== "");
  return store.objects.in(type).update(number, { properties: Object.fromEntries(merged), updatedMs: nowMs });
}

function checkedProperties(type: ObjectType, given: unknown): Record<string, string> {
  const known = [...usualProperties[type], ...ownProperties[type]];
  const checked = Object.entries(Object(given) as Fields).map(([name, value]): [string, string] => {
    if (!known.includes(name)) throw invalid(`Property "${name}" does not exist`);
    if (name === "email" && !/^\S+@\S+\.\S+$/.test(String(value)))
      throw invalid(`Email address ${String(value)} is invalid`);
    if (name === "amount" && Number.isNaN(Number(value))) throw invalid(`${String(value)} was not a valid number`);
    return [name, String(value)];
  });
  if (checked.length === 0) throw invalid("No properties found to update");
  return Object.fromEntries(checked);
}

function linkOf(store: HubspotWorld, { to, types }: Fields): readonly [ObjectType, string] {
  const { associationTypeId } = Object((types as unknown[])[0]) as { associationTypeId?: number };
  const type = associatedTypes[associationTypeId ?? 0] ?? objectTypes[0];
  return [type, store.object(type, String(Object(to).id)).id];
}

function invalid(message: string): Refusal {
  return new Refusal(400, message, { code: "VALIDATION_ERROR" });
}
