/**
 * The Connect API for the simulated server, written from its OpenAPI description:
 * https://developer.1password.com/docs/connect
 */
import { Refusal, simulatedApi, tokenIn, type Call, type Result } from "@svc/simulator";
import type { ConnectToken, Field, Item, OnepasswordWorld, Switches, Vault } from "./world.ts";

type ConnectCall = Call<OnepasswordWorld, ConnectToken>;
type Body = Readonly<Record<string, unknown>>;

function vaultOf({ store, params, caller, request }: ConnectCall): Vault {
  const id = params["vault"] ?? "";
  const isRead = request.method === "GET";
  if (!caller.vaults.includes(id) || !(isRead || caller.mayWrite)) {
    throw new Refusal(store.vaults.has(id) ? 403 : 404, `vault ${id} is not in scope`);
  }
  return store.vaults.find(id);
}

function itemOf(call: ConnectCall): Item {
  const item = call.store.items.in(vaultOf(call).id).get(call.params["item"] ?? "");
  if (item === undefined) throw new Refusal(404, `item ${call.params["item"] ?? ""} not found`);
  return item;
}

/** Builds an item without its fields, for lists. */
function summaryOf(vault: Vault, { id, title, category, tags, version, state, createdAt }: Item) {
  const times = { createdAt, updatedAt: createdAt };
  return { id, title, category, tags, version, state, vault: { id: vault.id }, ...times };
}

function shown({ store }: ConnectCall, vault: Vault, item: Item) {
  const fields = item.fields.map(({ value, ...field }) => {
    const isLeftOut = value === undefined || (value === "" && !store.switches.showsEmptyValues);
    return isLeftOut ? field : { ...field, value };
  });
  return { ...summaryOf(vault, item), fields };
}

/** Parses a filter `title eq "…"`, in SCIM's syntax. No other filter is documented. */
function filterIn({ request }: ConnectCall, name: string): (text: string) => boolean {
  const filter = request.query.get("filter");
  if (filter === null) return () => true;
  const [, attribute, value = ""] = /^(\w+) eq "([^"]*)"$/.exec(filter) ?? [];
  if (attribute !== name) throw new Refusal(400, "Invalid filter");
  return (text) => text.toLowerCase() === value.toLowerCase();
}

function listItems(call: ConnectCall): Result {
  const vault = vaultOf(call);
  const fits = filterIn(call, "title");
  const items = call.store.items.in(vault.id).list({ where: ({ title }) => fits(title) });
  return { json: items.map((item) => summaryOf(vault, item)) };
}

function fieldIn({ store }: ConnectCall, given: unknown): Field {
  const { id, type = "STRING", ...more } = Object(given) as Partial<Field>;
  const isOwn = id === undefined || (store.switches.makesFieldIds && id !== "credential");
  return { id: isOwn ? store.fieldIds.next(() => false, "") : id, type, ...more };
}

const categories: readonly unknown[] = ["API_CREDENTIAL", "PASSWORD", "LOGIN", "SECURE_NOTE"];

/** Parses a whole item from a body. */
function itemIn(call: ConnectCall, body: Body) {
  const { title = "", category, tags = [], fields = [], vault } = body;
  if (!categories.includes(category)) throw new Refusal(400, "Invalid item category");
  if ((Object(vault) as Body)["id"] !== call.params["vault"]) throw new Refusal(400, "Invalid vault");
  return {
    title: String(title),
    category: String(category),
    tags: tags as string[],
    fields: (fields as unknown[]).map((field) => fieldIn(call, field)),
  };
}

function bodyOf({ request }: ConnectCall): unknown {
  if (request.headers["content-type"] !== "application/json") throw new Refusal(415, "Unsupported Media Type");
  return request.json;
}

function createItem(call: ConnectCall): Result {
  const vault = vaultOf(call);
  const made = { version: 1, createdAt: new Date(call.request.timeMs).toISOString() };
  const item = call.store.items.in(vault.id).create({ ...itemIn(call, Object(bodyOf(call)) as Body), ...made });
  return { json: shown(call, vault, item), effects: [{ kind: "item.create", id: item.id }] };
}

function replaceItem(call: ConnectCall): Result {
  const vault = vaultOf(call);
  const item = call.store.update(vault.id, itemOf(call), itemIn(call, Object(bodyOf(call)) as Body));
  return { json: shown(call, vault, item), effects: [{ kind: "item.update", id: item.id }] };
}

type Operation = { op?: unknown; path?: unknown; value?: unknown };

function patchItem(call: ConnectCall): Result {
  const vault = vaultOf(call);
  const operations = bodyOf(call);
  if (!Array.isArray(operations)) throw new Refusal(400, "Invalid patch");
  const before = itemOf(call);
  // If one operation fails, none takes effect.
  const after = operations.reduce((item: Item, operation: Operation) => patched(call, item, operation), before);
  const item = call.store.update(vault.id, before, after);
  return { json: shown(call, vault, item), effects: [{ kind: "item.update", id: item.id }] };
}

function patched(call: ConnectCall, item: Item, { op, path, value }: Operation): Item {
  const [, part, id, attribute, ...more] = String(path).split("/");
  const isKnown = op === "add" || op === "remove" || op === "replace";
  if (!isKnown || more.length > 0) throw new Refusal(400, "Invalid patch");
  if (part !== "fields") {
    if (part !== "title" && part !== "tags") throw new Refusal(400, "Invalid patch");
    return { ...item, [part]: value };
  }
  if (id === undefined) {
    if (op !== "add") throw new Refusal(400, "Invalid patch");
    return { ...item, fields: [...item.fields, fieldIn(call, value)] };
  }
  const field = item.fields.find((one) => one.id === id);
  if (field === undefined || attribute === undefined) throw new Refusal(400, "The item doesn't have this field.");
  // Empty values aren't stored, so there is nothing to replace (RFC 6902 §4.3).
  const known = Object.hasOwn(field, attribute) && (field as unknown as Body)[attribute] !== "";
  if (op !== "add" && !known) throw new Refusal(400, "The field doesn't have this attribute.");
  const fields = item.fields.map((one) =>
    one === field ? { ...one, [attribute]: op === "remove" ? "" : value } : one,
  );
  return { ...item, fields };
}

function deleteItem(call: ConnectCall): Result {
  const { id } = itemOf(call);
  call.store.items.in(call.params["vault"] ?? "").delete(id);
  return { status: 204, effects: [{ kind: "item.delete", id }] };
}

function listVaults(call: ConnectCall): Result {
  const fits = filterIn(call, "name");
  const vaults = call.store.vaults.list({ where: ({ id, name }) => call.caller.vaults.includes(id) && fits(name) });
  return { json: vaults.map((vault) => ({ ...vault, type: "USER_CREATED", createdAt: "2026-01-02T00:00:00Z" })) };
}

const items = "/v1/vaults/{vault}/items";

/** The simulated API. */
export const onepasswordApi = simulatedApi<OnepasswordWorld, ConnectToken, object, Switches>({
  routes: {
    "GET /v1/vaults": { run: listVaults },
    [`GET ${items}`]: { run: listItems },
    [`POST ${items}`]: { run: createItem },
    [`GET ${items}/{item}`]: { run: (call) => ({ json: shown(call, vaultOf(call), itemOf(call)) }) },
    [`PATCH ${items}/{item}`]: { run: patchItem },
    [`DELETE ${items}/{item}`]: { run: deleteItem },
    // The official client adds a slash to some paths, and replaces whole items.
    "GET /v1/vaults/": { run: listVaults },
    [`GET ${items}/`]: { run: listItems },
    [`POST ${items}/`]: { run: createItem },
    [`PUT ${items}/{item}`]: { run: replaceItem },
  },
  caller({ headers, timeMs }, { tokens, switches }) {
    if (switches.notSynced) throw new Refusal(503, "not synced");
    const token = tokens.find(tokenIn(headers, ["bearer"]), timeMs);
    if (token === undefined) throw new Refusal(401, "Invalid token signature");
    return token;
  },
  refused: ({ status, message }) => ({ status, json: { status, message } }),
});
