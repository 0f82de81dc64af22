/** What a person sees who approves a change, from HubSpot's records as they are. */
import { checksumOf, listed, ProviderFailure, quoted, shortened, type Preview, type ReadPort } from "@svc/provider-kit";
import type { Static } from "typebox";
import { readAssociations } from "./associations.ts";
import type { ObjectType, Values } from "./client.ts";
import { findObject, type Target } from "./evidence.ts";
import { toValues, type values } from "./fields.ts";
import { valueOf, type objectSchema } from "./resources.ts";

type StoredObject = Static<typeof objectSchema>;
type Given = { values?: Static<typeof values> | undefined };

/** What one record of a type is called, and which properties have its name. */
const kinds: Readonly<Record<string, { one: string; names: readonly string[] }>> = {
  contacts: { one: "contact", names: ["firstname", "lastname", "email"] },
  companies: { one: "company", names: ["name"] },
  deals: { one: "deal", names: ["dealname"] },
};

/** As many associations as HubSpot gives at once. */
const associatedMax = 500;

/** Previews changed values: of what, and what they are. */
export async function previewUpdate(
  type: ObjectType,
  { id = "", values: given = [] }: Given & { id?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const wanted = toValues(given);
  const found = await readRecord(provider, { type, id }, wanted);
  return {
    text: `Sets ${changesOf(found, wanted)} of ${subject(type, found)}.`,
    precondition: { name: nameOf(type, found), before: beforeOf(found, wanted) },
  };
}

/** Previews a contact that is created or changed: which of both. */
export async function previewUpsert(
  { email: id = "", values: given = [] }: Given & { email?: string | undefined },
  provider: ReadPort,
): Promise<Preview> {
  const wanted = toValues(given);
  const properties = [...(kinds["contacts"]?.names ?? []), ...Object.keys(wanted)];
  const found = await findObject(provider, { type: "contacts", id, idProperty: "email" }, properties);
  if (found === null) {
    return { text: "No contact has this address, and one would be created.", precondition: { exists: false } };
  }
  return {
    text: `Sets ${changesOf(found, wanted)} of ${subject("contacts", found)}, which has this address.`,
    precondition: { exists: true, name: nameOf("contacts", found), before: beforeOf(found, wanted) },
  };
}

/** The type of what a note is about. */
const noted = { contact: "contacts", company: "companies", deal: "deals" } as const;

/** Previews a note: on what. */
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

/** Previews an association: of what with what, and whether they have it. */
export async function previewAssociation({ from, id, to, toId }: Pair, provider: ReadPort): Promise<Preview> {
  const one = await readRecord(provider, { type: from, id });
  const other = await readRecord(provider, { type: to, id: toId });
  const { ids } = await readAssociations(provider, { from, id, to }, { limit: associatedMax });
  const isThere = ids.includes(toId);
  const names = [nameOf(from, one), nameOf(to, other)];
  return {
    text: isThere
      ? `${subject(from, one).replace(/^t/, "T")} and ${subject(to, other)} are associated already.`
      : `Associates ${subject(from, one)} with ${subject(to, other)}.`,
    precondition: { names, isThere },
  };
}

/** Reads a record with its name. @throws ProviderFailure `PROVIDER_NOT_FOUND` if there is none. */
async function readRecord(provider: ReadPort, target: Target, wanted: Values = {}): Promise<StoredObject> {
  const properties = [...(kinds[target.type]?.names ?? []), ...Object.keys(wanted)];
  const found = await findObject(provider, target, [...new Set(properties)]);
  if (found !== null) return found;
  throw new ProviderFailure({
    code: "PROVIDER_NOT_FOUND",
    detail: "HubSpot has no such record, or this connection can't see it.",
  });
}

/** The properties that would be set, with what they are. */
function changesOf(found: StoredObject, wanted: Values): string {
  const words = Object.keys(wanted).map((name) => {
    const now = valueOf(found, name);
    return `${quoted(name, 40)} (now ${now === null || now === "" ? "empty" : quoted(now, 30)})`;
  });
  return listed(words, 3);
}

/** Long values are compared by their checksum. */
function beforeOf(found: StoredObject, wanted: Values): string {
  return checksumOf(Object.keys(wanted).map((name) => [name, valueOf(found, name) ?? ""]));
}

function subject(type: ObjectType, found: StoredObject): string {
  const { one } = kinds[type] ?? { one: "record" };
  const name = nameOf(type, found);
  return `the ${one} ${name === "" ? `with the id ${shortened(found.id)}` : quoted(name)}`;
}

/** A contact's name, or the address of one without. */
function nameOf(type: ObjectType, found: StoredObject): string {
  const parts = (kinds[type]?.names ?? []).map((name) => valueOf(found, name) ?? "");
  if (type !== "contacts") return parts.join(" ");
  const [first = "", last = "", email = ""] = parts;
  const name = `${first} ${last}`.trim();
  return name === "" ? email : name;
}
