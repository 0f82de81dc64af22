/** Fields that several actions share. */
import { Type } from "typebox";

/** A field with an object's id: a prefix, then letters and digits. */
export function idOf(prefix: string, description: string) {
  return Type.String({
    description: `${description} (${prefix}_…)`,
    maxLength: 255,
    pattern: `^${prefix}_[0-9A-Za-z_]{1,250}$`,
  });
}

export const currency = Type.String({
  description: "Currency: three lowercase letters, such as `eur`.",
  maxLength: 3,
  pattern: "^[a-z]{3}$",
});

/** An amount of money. */
export const amount = Type.Integer({
  description: "Amount in the smallest unit of the currency: `1250` is EUR 12.50 or JPY 1250.",
  minimum: 1,
  maximum: 99_999_999,
});

/** The caller's own metadata. */
export const metadata = Type.Record(
  Type.String({ pattern: "^(?:[a-z0-9_-]{1,40})$", maxLength: 40 }),
  Type.String({ maxLength: 500 }),
  {
    description: "Your own key-value pairs, at most 40. The key `svc` is reserved.",
    maxProperties: 40,
    additionalProperties: false,
  },
);

/** The size of a page. */
export const limit = Type.Integer({
  description: "Number of entries per page; 10 by default.",
  minimum: 1,
  maximum: 100,
});

/**
 * A field with the id of an object that may have another prefix, or an id that the account chose, such as a product's.
 */
export function anyId(description: string) {
  return Type.String({ description, maxLength: 500, pattern: "^[^\\s/\\\\?#]{1,500}$" });
}

/** The parameter for the next page: whatever id the last entry has. */
export const startingAfter = anyId("`nextStartingAfter` of the previous page.");

/** An email address. */
export const email = Type.String({ description: "Email address.", maxLength: 254, pattern: "^[^\\s@]+@[^\\s@]+$" });
