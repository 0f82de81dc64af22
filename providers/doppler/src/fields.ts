/**
 * Fields that several inputs and outputs share. Doppler documents lengths for projects and configs but no charset, so the
 * patterns reject only what no name can be: control characters, and an empty text.
 */
import { maxBytes, oneOf, sensitive } from "@svc/contract";
import { Type } from "typebox";

const printable = "^[^\\x00-\\x1f\\x7f-\\x9f]+$";

/** Doppler's limit for a value: 50 KiB of UTF-8. */
const valueBytesMax = 51_200;

/** A project by name. */
export const project = Type.String({
  description: "Name of the project: the `slug` from projects.list.",
  minLength: 1,
  maxLength: 80,
  pattern: printable,
});

/** A config by name. */
export const config = Type.String({
  description: "Name of the config in the project, such as dev or prd_eu (not its slug).",
  minLength: 1,
  maxLength: 60,
  pattern: printable,
});

/** An environment of a project. */
export const environment = Type.String({
  description: "Slug of the environment, such as dev, stg or prd.",
  minLength: 1,
  maxLength: 60,
  pattern: printable,
});

/** The name of a secret. */
export const name = Type.String({
  description: "Name of the secret: upper-case letters, digits and underscores, not starting with a digit.",
  maxLength: 200,
  pattern: "^[A-Z_][A-Z0-9_]{0,199}$",
});

/** The value of a secret to write. */
export const value = sensitive(
  maxBytes(valueBytesMax, {
    description:
      `The value, at most ${valueBytesMax.toLocaleString("en-US")} bytes of UTF-8; it may be empty. ` +
      "Doppler resolves ${NAME} in it as a reference.",
  }),
);

/** The value of a secret as Doppler resolves it. */
export const computed = sensitive(
  Type.String({ description: "The value with its references resolved; it may contain values of other secrets." }),
);

/** How a secret is shown at Doppler. */
export const visibility = oneOf(
  ["masked", "unmasked", "restricted"],
  "Who can see the secret in Doppler; unchanged if omitted. `restricted` hides the value from people permanently.",
);

/** The page of a list. */
export const page = Type.Integer({ description: "Page of the list, from 1.", minimum: 1 });

/** The page size. */
export const perPage = Type.Integer({
  description: "Entries per page; Doppler's default if omitted.",
  minimum: 1,
  maximum: 100,
});

/** A creation time; null if Doppler doesn't return one. */
export const createdAt = Type.Union([Type.String(), Type.Null()], {
  description: "When it was created: RFC 3339, UTC. Null if Doppler doesn't say.",
});
