/** The fields of the shared secrets actions. A provider's own field may accept less than these, but never more. */
import { maxBytes, maxBytesMost, oneOf, sensitive } from "@svc/contract";
import { Type } from "typebox";
import { separated } from "../preview-text.ts";

/** The largest value that any provider may accept, in bytes of UTF-8. */
export const secretValueBytesMax = maxBytesMost;

const addressCharsMax = 1024;

/** A project by name. */
export const project = Type.String({
  description: "Name of the project: the `slug` from projects.list.",
  minLength: 1,
  maxLength: addressCharsMax,
});

/** A config by name. */
export const config = Type.String({
  description: "Name of the config in the project: the `name` from configs.list.",
  minLength: 1,
  maxLength: addressCharsMax,
});

/** An environment of a project. */
export const environment = Type.String({
  description: "Slug of the environment, such as dev, stg or prd.",
  minLength: 1,
  maxLength: addressCharsMax,
});

/** The name of a secret. */
export const name = Type.String({
  description: "Name of the secret: upper-case letters, digits and underscores, not starting with a digit.",
  maxLength: 200,
  pattern: "^[A-Z_][A-Z0-9_]{0,199}$",
});

/** The value of a secret to write. */
export const value = sensitive(secretValue("The value; it may be empty."));

/**
 * Builds the schema of a value of at most this many bytes, for a provider that accepts less than others.
 * @param description what the provider does with the value; the limit is appended.
 */
export function secretValue(description: string, bytesMax: number = secretValueBytesMax) {
  return maxBytes(bytesMax, {
    description: `${description} At most ${separated(bytesMax)} bytes of UTF-8.`,
  });
}

/** The value of a secret as the provider resolves it. */
export const computed = sensitive(
  Type.String({ description: "The value with its references resolved; it may contain values of other secrets." }),
);

/** How a secret is shown at the provider. */
export const visibility = oneOf(
  ["masked", "unmasked", "restricted"],
  "Who can see the secret at the provider; unchanged if omitted.",
);

/** The page of a list. */
export const page = Type.Integer({ description: "Page of the list, from 1.", minimum: 1 });

/** The page size. */
export const perPage = Type.Integer({
  description: "Entries per page; the provider's default if omitted.",
  minimum: 1,
  maximum: 100,
});

/** A creation time; null if the provider doesn't return one. */
export const createdAt = Type.Union([Type.String(), Type.Null()], {
  description: "When it was created: RFC 3339, UTC. Null if the provider doesn't say.",
});
