/**
 * The parts of the Connect API that the six actions use: requests as data, and parsers of responses. All paths are
 * under `/v1`: https://developer.1password.com/docs/connect/api-reference
 */
import { ProviderFailure, type Marker, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";

/** The items of a vault with one tag. */
export type ConfigAddress = { project: string; config: string };

/** One of these items, by its title. */
export type SecretAddress = ConfigAddress & { name: string };

/** An item without its fields. `createdMs`: NaN if the server didn't say. */
export type Item = { id: string; title: string; tags: readonly string[]; createdMs: number };

/** A field of an item. `value` is empty if it wasn't requested, or if the server leaves it out. */
export type Field = { id: string; type: string; purpose: string; label: string; value: string };

/** The label of the field that says which execution wrote an item. */
const markerLabel = "svc-execution";

const itemsPath = (vault: string) => ["v1", "vaults", vault, "items"];

/** The vaults that the token has access to. */
export const vaultsRequest: ProviderRequest = { method: "GET", path: ["v1", "vaults"] };

/** A vault's items without their fields; with `title`, only items with that title. */
function itemsRequest(vault: string, title: string | undefined): ProviderRequest {
  const filter = title === undefined ? undefined : `title eq "${title}"`;
  return { method: "GET", path: itemsPath(vault), query: { filter } };
}

/** An item's fields. Without `value`, the values are dropped unread. */
function itemRequest(vault: string, id: string, hasValues: boolean): ProviderRequest {
  const names = ["id", "type", "purpose", "label", ...(hasValues ? ["value"] : [])];
  const responseBody = { keep: names.map((name) => `fields.${name}`) };
  return { method: "GET", path: [...itemsPath(vault), id], responseBody };
}

/** A new item with the marker. The answers to changes repeat the item, so they aren't read. */
export function createRequest(
  { project, config, name }: SecretAddress,
  value: string,
  marker: Marker,
): ProviderRequest {
  const credential = { id: "credential", label: "credential", type: "CONCEALED", value };
  const common = { vault: { id: project }, title: name, category: "API_CREDENTIAL", tags: [config] };
  const json = { ...common, fields: [credential, { id: markerLabel, ...markerField(marker) }] };
  return { method: "POST", path: itemsPath(project), json, responseBody: "discard" };
}

/** A new value for an item, with the marker, in one request. The rest of the item stays unchanged. */
export function replaceRequest(
  { project }: ConfigAddress,
  id: string,
  fields: readonly Field[],
  value: string,
  marker: Marker,
): ProviderRequest {
  // `add` also replaces an existing member (RFC 6902 §4.1). The server leaves out empty members.
  const add = (path: string, added: unknown) => ({ op: "add", path, value: added });
  const known = fields.find(({ label }) => label === markerLabel);
  const mark = known === undefined ? add("/fields", markerField(marker)) : add(valueAt(known), marker.hex);
  const json = [add(valueAt(valueField(fields)), value), mark];
  return { method: "PATCH", path: [...itemsPath(project), id], json, responseBody: "discard" };
}

/** Returns the JSON pointer to a field's value (RFC 6901 §3). */
function valueAt({ id }: Field): string {
  return `/fields/${id.replaceAll("~", "~0").replaceAll("/", "~1")}/value`;
}

/** Deletes an item permanently. */
export function deleteRequest({ project }: ConfigAddress, id: string): ProviderRequest {
  return { method: "DELETE", path: [...itemsPath(project), id], responseBody: "discard" };
}

function markerField(marker: Marker) {
  return { label: markerLabel, type: "STRING", value: marker.hex };
}

/** Returns whether an item was last written by the execution with this marker. */
export function hasMarker(fields: readonly Field[], marker: Marker): boolean {
  return fields.some(({ label, value }) => label === markerLabel && value === marker.hex);
}

/** Reads a vault's items that are neither archived nor deleted; with `title`, only items with that title. */
export async function readItems(provider: ReadPort, vault: string, title?: string): Promise<Item[]> {
  const { body } = await provider.read(itemsRequest(vault, title));
  return list(body).flatMap((summary) => {
    const { id, title: own, tags, state, trashed, createdAt } = record(summary);
    const createdMs = Date.parse(textOf(createdAt ?? ""));
    const item = { id: textOf(id), title: textOf(own ?? ""), tags: list(tags ?? []).map(textOf), createdMs };
    const isActive = (state === undefined || state === "") && trashed !== true;
    return isActive && (title === undefined || item.title === title) ? [item] : [];
  });
}

/**
 * Reads the items with a tag; with `name`, only items with that title. A server-side filter by tag isn't documented.
 */
export async function readTagged(provider: ReadPort, address: ConfigAddress & { name?: string }): Promise<Item[]> {
  const items = await readItems(provider, address.project, address.name);
  return items.filter(({ tags }) => tags.includes(address.config));
}

/** The number of items with the same title that svc reads. */
export const sameTitleMax = 5;

const ambiguous = "Several items in the vault have this title and tag, so it isn't clear which one is meant.";

/**
 * Reads the item of a secret; null if there is none. Titles aren't unique, and the server lists a new item seconds
 * after its creation, so two writes can create two items. If svc wrote all of them, the newest is the secret.
 * @throws ProviderFailure if there are several items, and someone else wrote one of them.
 */
export async function readNewest(provider: ReadPort, address: SecretAddress): Promise<Item | null> {
  const items = await readTagged(provider, address);
  if (items.length < 2) return items[0] ?? null;
  if (items.length > sameTitleMax || items.some(({ createdMs }) => Number.isNaN(createdMs))) throw rejected(ambiguous);
  for (const { id } of items) {
    const fields = await readFields(provider, address.project, id, false);
    if (!fields.some(({ label }) => label === markerLabel)) throw rejected(ambiguous);
  }
  return items.reduce((newest, item) => (isNewer(item, newest) ? item : newest));
}

function isNewer(one: Item, other: Item): boolean {
  return one.createdMs === other.createdMs ? one.id > other.id : one.createdMs > other.createdMs;
}

/**
 * Reads the only item of a secret; null if there is none.
 * @throws ProviderFailure if there are several: one request deletes one item, and the name would still have a value
 * after it.
 */
export async function readOnly(provider: ReadPort, address: SecretAddress): Promise<Item | null> {
  const [item, another] = await readTagged(provider, address);
  if (another === undefined) return item ?? null;
  throw rejected(
    "Several items in the vault have this title and tag, and svc deletes one item at a time, so nothing was deleted. Delete the others in 1Password.",
  );
}

/** Reads an item's fields. */
export async function readFields(provider: ReadPort, vault: string, id: string, hasValues: boolean): Promise<Field[]> {
  const { body } = await provider.read(itemRequest(vault, id, hasValues));
  return list(record(body)["fields"]).map((field) => {
    const { id: own, type, purpose, label, value } = record(field);
    const text = (given: unknown) => textOf(given ?? "");
    return { id: textOf(own), type: text(type), purpose: text(purpose), label: text(label), value: text(value) };
  });
}

/**
 * Returns the field with an item's value.
 * @throws ProviderFailure if there is none, or if the item has other secrets too.
 */
export function valueField(fields: readonly Field[]): Field {
  const found = fields.find(({ id, purpose }) => purpose === "PASSWORD" || id === "credential");
  if (found === undefined) throw rejected("The item has neither a password nor a credential.");
  const isSecret = ({ type }: Field) => type === "CONCEALED" || type === "TOTP";
  if (fields.some((field) => field !== found && isSecret(field))) {
    throw rejected("The item has several secrets, so it isn't clear which one is meant.");
  }
  return found;
}

function rejected(detail: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
