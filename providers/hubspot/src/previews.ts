/** Previews of record changes, for the person who approves them. */
import { checksumOf, listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { readAssociations } from "./associations.ts";
import type { ObjectType, Values } from "./client.ts";
import { findObject, type Target } from "./evidence.ts";
import { toValues, type values } from "./fields.ts";
import { valueOf, type objectSchema } from "./resources.ts";

type StoredObject = Static<typeof objectSchema>;
type Given = { values?: Static<typeof values> | undefined };

/** The singular of each type, and the properties that hold a record's name. */
const kinds: Readonly<Record<string, { one: string; names: readonly string[] }>> = {
  contacts: { one: "contact", names: ["firstname", "lastname", "email"] },
  companies: { one: "company", names: ["name"] },
  deals: { one: "deal", names: ["dealname"] },
};

/** HubSpot's largest page of associations. */
const associatedMax = 500;

/** Previews an update: the record and its current values. */
export async function previewUpdate(
  type: ObjectType,
  { id = "", values: given = [] }: Given & { id?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const wanted = toValues(given);
  const found = await readRecord(provider, { type, id }, wanted);
  return {
    text: `Sets ${changesOf(found, wanted)} on ${subject(type, found)}.`,
    precondition: { name: nameOf(type, found), before: beforeOf(found, wanted) },
  };
}

/** Previews an upsert: whether a contact would be created or updated. */
export async function previewUpsert(
  { email: id = "", values: given = [] }: Given & { email?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const wanted = toValues(given);
  const properties = [...(kinds["contacts"]?.names ?? []), ...Object.keys(wanted)];
  const found = await findObject(provider, { type: "contacts", id, idProperty: "email" }, properties);
  if (found === null) {
    return { text: "No contact has this address, so one would be created.", precondition: { exists: false } };
  }
  return {
    text: `Sets ${changesOf(found, wanted)} on ${subject("contacts", found)}, which has this address.`,
    precondition: { exists: true, name: nameOf("contacts", found), before: beforeOf(found, wanted) },
  };
}

/** The object type of each kind of record that a note can be about. */
const noted = { contact: "contacts", company: "companies", deal: "deals" } as const;

/** Previews a note: the record that it is about. */
export async function previewNote(
  { on = "contact", id = "" }: { on?: keyof typeof noted | undefined; id?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const type = noted[on];
  const found = await readRecord(provider, { type, id });
  return { text: `Writes a note on ${subject(type, found)}.`, precondition: { name: nameOf(type, found) } };
}

/** The two records of an association. */
export type Pair = { from: ObjectType; id: string; to: ObjectType; toId: string };

/** Previews an association: the two records, and whether they are already associated. */
export async function previewAssociation({ from, id, to, toId }: Pair, provider: ReadPort): Promise<Preview> {
  const one = await readRecord(provider, { type: from, id });
  const other = await readRecord(provider, { type: to, id: toId });
  const { ids } = await readAssociations(provider, { from, id, to }, { limit: associatedMax });
  const isThere = ids.includes(toId);
  const names = [nameOf(from, one), nameOf(to, other)];
  return {
    text: isThere
      ? `${subject(from, one).replace(/^t/, "T")} and ${subject(to, other)} are already associated.`
      : `Associates ${subject(from, one)} with ${subject(to, other)}.`,
    precondition: { names, isThere },
  };
}

/** Reads a record with its name. @throws ProviderFailure `RESOURCE_NOT_FOUND` if there is none. */
async function readRecord(provider: ReadPort, target: Target, wanted: Values = {}): Promise<StoredObject> {
  const properties = [...(kinds[target.type]?.names ?? []), ...Object.keys(wanted)];
  const found = await findObject(provider, target, [...new Set(properties)]);
  if (found !== null) return found;
  throw new ProviderFailure({
    code: "RESOURCE_NOT_FOUND",
    detail: "HubSpot has no such record, or this connection can't see it.",
  });
}

/** The properties that would be set, with their current values. */
function changesOf(found: StoredObject, wanted: Values): string {
  const words = Object.keys(wanted).map((name) => {
    const now = valueOf(found, name);
    return `${quoted(name, 40)} (now ${now === null || now === "" ? "empty" : quoted(now, 30)})`;
  });
  return listed(words, 3);
}

/** A checksum of the current values, which may be long. */
function beforeOf(found: StoredObject, wanted: Values): string {
  return checksumOf(Object.keys(wanted).map((name) => [name, valueOf(found, name) ?? ""]));
}

function subject(type: ObjectType, found: StoredObject): string {
  const { one } = kinds[type] ?? { one: "record" };
  const name = nameOf(type, found);
  return `the ${one} ${name === "" ? `with id ${shortened(found.id)}` : quoted(name)}`;
}

/** A record's name; for a contact without a name, its email address. */
function nameOf(type: ObjectType, found: StoredObject): string {
  const parts = (kinds[type]?.names ?? []).map((name) => valueOf(found, name) ?? "");
  if (type !== "contacts") return parts.join(" ");
  const [first = "", last = "", email = ""] = parts;
  const name = `${first} ${last}`.trim();
  return name === "" ? email : name;
}
