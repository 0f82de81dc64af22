/** The handlers of the routes. */
import { fieldsOf, pageByCursor, Refusal, type Call, type Fields, type Result } from "@svc/simulator";
import { customerFields, type Resource, type StoredObject, type StripeWorld } from "./world.ts";

/** The caller: a key with its permissions, such as `customers_read`. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to this API. */
export type StripeCall = Call<StripeWorld, Caller>;

/** Parameters that filter a list by the field of the same name. */
const filters = ["email", "customer", "product", "payment_intent"];

/** Lists objects, newest first. */
export function listObjects({ request, store }: StripeCall, resource: Resource): Result {
  const { query } = request;
  const status = query.get("status");
  const hasStatus = (object: StoredObject) =>
    resource !== "subscriptions" || isStatus(String(object["status"]), status ?? "");
  const since = Number(query.get("created[gte]") ?? 0);
  const ids = query.getAll("ids[]");
  const isListed = ({ id }: StoredObject) => ids.length === 0 || ids.includes(id);
  const fits = (object: StoredObject) =>
    object.created >= since &&
    isListed(object) &&
    hasStatus(object) &&
    filters.every((name) => query.get(name) === null || object[name] === query.get(name));
  const found = store.objects.in(resource).values().filter(fits).reverse();
  const said = { cursor: query.get("starting_after"), limit: query.get("limit") };
  const page = pageByCursor(found, said, { absent: 10, max: 100, id: ({ id }) => id, plain: true });
  return { json: { object: "list", url: request.path, has_more: page.hasMore, data: page.items } };
}

/** Whether a subscription is in a list. Without a status, a list has no canceled ones. */
function isStatus(own: string, wanted: string): boolean {
  if (wanted === "all") return true;
  if (wanted === "") return own !== "canceled";
  return wanted === "ended" ? ["canceled", "incomplete_expired"].includes(own) : own === wanted;
}

/** Returns one object; of a deleted customer, only that it was deleted. */
export function getObject({ store, params }: StripeCall, resource: Resource): Result {
  const { id = "" } = params;
  if (resource === "customers" && store.deleted.has(id)) return { json: { id, object: "customer", deleted: true } };
  return { json: existing(store, resource, params["id"] ?? "") };
}

export function createObject(call: StripeCall, resource: Resource): Result {
  const { store, request } = call;
  const object = store.add(resource, made(call, resource, fieldsOf(request)), request.timeMs);
  return { json: object, effects: [{ kind: `${object.object}.create`, id: object.id }] };
}

/** Updates a customer. Metadata is merged. */
export function updateCustomer({ store, params, request }: StripeCall): Result {
  const before = existing(store, "customers", params["id"] ?? "");
  const { metadata, ...fields } = fieldsOf(request);
  const merged = { ...Object(before["metadata"]), ...Object(metadata) } as Fields;
  const changed = store.objects.in("customers").update(before.id, { ...fields, metadata: merged });
  return { json: changed, effects: [{ kind: "customer.update", id: changed.id }] };
}

export function cancelSubscription({ store, params, request }: StripeCall): Result {
  const before = existing(store, "subscriptions", params["id"] ?? "");
  if (before["status"] === "canceled") throw missing("subscription", before.id);
  const canceled_at = Math.floor(request.timeMs / 1000);
  const changed = store.objects.in("subscriptions").update(before.id, { status: "canceled", canceled_at });
  return { json: changed, effects: [{ kind: "subscription.cancel", id: changed.id }] };
}

function existing(store: StripeWorld, resource: Resource, id: string): StoredObject {
  const object = store.objects.in(resource).get(id);
  if (object === undefined) throw missing(resource, id);
  return object;
}

function missing(resource: string, id: string): Refusal {
  return new Refusal(404, `No such ${resource}: '${id}'`, { code: "resource_missing" });
}

function invalid(message: string, code = "parameter_invalid"): Refusal {
  return new Refusal(400, message, { code });
}

/** Returns a field as text; empty if it isn't a string. */
function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Returns the fields of a new object. Throws `Refusal` for input that Stripe refuses. */
function made({ store }: StripeCall, resource: Resource, fields: Fields): Fields {
  switch (resource) {
    case "customers":
      return customerFields(fields);
    case "products":
      if (fields["name"] === undefined) throw invalid("Missing required param: name.", "parameter_missing");
      return { description: null, active: true, ...fields };
    case "prices": {
      existing(store, "products", textIn(fields, "product"));
      const { unit_amount, recurring, ...rest } = fields;
      const interval = recurring === undefined ? null : { ...(recurring as object), interval_count: 1 };
      return { active: true, ...rest, unit_amount: Number(unit_amount), recurring: interval };
    }
    case "refunds": {
      const payment = existing(store, "payment_intents", textIn(fields, "payment_intent"));
      const earlier = store.objects
        .in("refunds")
        .values()
        .filter((one) => one["payment_intent"] === payment.id);
      const left = Number(payment["amount"]) - earlier.reduce((sum, one) => sum + Number(one["amount"]), 0);
      if (left <= 0) throw invalid("Charge has already been refunded.", "charge_already_refunded");
      const amount = fields["amount"] === undefined ? left : Number(fields["amount"]);
      if (amount > left)
        throw invalid("Refund amount is greater than unrefunded amount on charge.", "amount_too_large");
      return { reason: null, ...fields, amount, currency: payment["currency"], status: "succeeded" };
    }
    case "payment_intents":
    case "subscriptions":
      throw invalid("The simulator makes none.");
  }
}
