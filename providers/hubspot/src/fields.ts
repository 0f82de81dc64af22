/** Fields that several actions share. */
import { countOf, isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import type { Values } from "./client.ts";

/** A field with a record's id. */
export function recordId(description: string) {
  return Type.String({ description, maxLength: 20, pattern: "^[0-9]+$" });
}

const propertyName = Type.String({
  description: "Internal name of a property, such as `firstname`.",
  maxLength: 100,
  pattern: "^[a-z][a-z0-9_]*$",
});

export const propertyNames = Type.Array(propertyName, {
  description: "Internal names of the properties to return; by default, a few common ones.",
  minItems: 1,
  maxItems: 50,
});

/** Property values. HubSpot accepts every value as a string: numbers, dates in ISO 8601, `true`. */
export const values = Type.Array(
  Type.Object(
    {
      name: propertyName,
      value: Type.String({ description: "Value of the property as a string; empty to clear it.", maxLength: 65_536 }),
    },
    { additionalProperties: false },
  ),
  { description: "Properties with their values.", minItems: 1, maxItems: 100 },
);

/** Converts values to HubSpot's form. */
export function toValues(given: Static<typeof values>): Values {
  return Object.fromEntries(given.map(({ name, value }) => [name, value]));
}

/** A unique property of the tenant's own, for the marker. */
export const markerProperty = Type.String({
  description:
    "Internal name of a property with unique values, created to store the execution's marker. With it, a lost response can be settled.",
  maxLength: 100,
  pattern: "^[a-z][a-z0-9_]*$",
});

/** An email address. */
export const email = Type.String({
  description: "Email address of the contact.",
  maxLength: 254,
  pattern: "^[^\\s@/]+@[^\\s@/]+$",
});

/** Size and token of a page: the input fields of every list. */
export const paging = {
  pageSize: Type.Optional(
    Type.Integer({ description: "Number of entries per page; 50 by default.", minimum: 1, maximum: 100 }),
  ),
  pageToken: Type.Optional(
    Type.String({ description: "`nextPageToken` of the previous page.", maxLength: 200, pattern: "^[!-~]+$" }),
  ),
};

/** The token of the next page: an output field of every list. */
export const nextPageToken = Type.Union([Type.String(), Type.Null()], {
  description: "Send it as `pageToken` to get the next page; null on the last page.",
});

/**
 * Parses the entries, total (if any) and cursor of a list.
 * @throws ProviderFailure `PROVIDER_ERROR` for another shape.
 */
export function entriesOf(body: unknown): { entries: unknown[]; total: number | null; nextPageToken: string | null } {
  const { results, total, paging: page } = record(body);
  const next = isRecord(page) && isRecord(page["next"]) ? textOf(page["next"]["after"]) : null;
  return { entries: list(results), total: total === undefined ? null : countOf(total), nextPageToken: next };
}
