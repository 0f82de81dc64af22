/** Fields that several actions have. */
import { countOf, isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import type { Values } from "./client.ts";

/** A record's id. */
export function recordId(description: string) {
  return Type.String({ description, maxLength: 20, pattern: "^[0-9]+$" });
}

const propertyName = Type.String({
  description: "Internal name of a property, such as `firstname`.",
  maxLength: 100,
  pattern: "^[a-z][a-z0-9_]*$",
});

/** Which properties an answer is to have. */
export const propertyNames = Type.Array(propertyName, {
  description: "Internal names of the properties to return; some usual ones by default.",
  minItems: 1,
  maxItems: 50,
});

/** Property values. HubSpot takes every value as a text: numbers, dates in ISO 8601, `true`. */
export const values = Type.Array(
  Type.Object(
    {
      name: propertyName,
      value: Type.String({ description: "Its value as a text; empty to clear it.", maxLength: 65_536 }),
    },
    { additionalProperties: false },
  ),
  { description: "Properties by their internal name, and their values.", minItems: 1, maxItems: 100 },
);

/** Values in HubSpot's form. */
export function toValues(given: Static<typeof values>): Values {
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

/** A unique property of the tenant's own. */
export const markerProperty = Type.String({
  description:
    "Internal name of a property with unique values, made for this, that is to keep the execution's marker. With it, a lost answer can be settled.",
  maxLength: 100,
  pattern: "^[a-z][a-z0-9_]*$",
});

/** An email address. */
export const email = Type.String({
  description: "Email address of the contact.",
  maxLength: 254,
  pattern: "^[^\\s@/]+@[^\\s@/]+$",
});

/** Entries on a page, and where it begins. */
export const paging = {
  pageSize: Type.Optional(Type.Integer({ description: "Entries on a page; 50 by default.", minimum: 1, maximum: 100 })),
  pageToken: Type.Optional(
    Type.String({ description: "`nextPageToken` of the page before.", maxLength: 200, pattern: "^[!-~]+$" }),
  ),
};

/** The output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to continue; null on the last page.",
});

/** The entries of a list, their total if it says, and its cursor. @throws ProviderFailure `PROVIDER_ERROR` for another shape. */
export function entriesOf(body: unknown): { entries: unknown[]; total: number | null; nextPageToken: string | null } {
  const { results, total, paging: page } = record(body);
  const next = isRecord(page) && isRecord(page["next"]) ? textOf(page["next"]["after"]) : null;
  return { entries: list(results), total: total === undefined ? null : countOf(total), nextPageToken: next };
}
