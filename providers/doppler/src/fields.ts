/**
 * The fields that inputs and outputs of several actions have. Doppler documents lengths for projects and configs but no
 * charset, so the patterns refuse only what no name can hold: control characters, and nothing at all.
 */
import { maxBytes, oneOf, sensitive } from "@svc/contract";
import { Type } from "typebox";

const printable = "^[^\\x00-\\x1f\\x7f-\\x9f]+$";

/** Doppler's limit for one value: 50 KiB of UTF-8. */
const valueBytesMax = 51_200;

/** The project, by its name. */
export const project = Type.String({
  description: "Name of the project, as projects.list gives it in `slug`.",
  minLength: 1,
  maxLength: 80,
  pattern: printable,
});

/** The config, by its name. */
export const config = Type.String({
  description: "Name of the config within the project, such as dev or prd_eu (not its slug).",
  minLength: 1,
  maxLength: 60,
  pattern: printable,
});

/** The environment of a project. */
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
      `The value, at most ${valueBytesMax.toLocaleString("en-US")} bytes of UTF-8; the empty text is a value. ` +
      "Doppler resolves ${NAME} in it as a reference.",
  }),
);

/** The value of a secret as Doppler resolves it. */
export const computed = sensitive(
  Type.String({ description: "The value with its references resolved; it may hold values of other secrets." }),
);

/** How a secret is shown at Doppler. */
export const visibility = oneOf(
  ["masked", "unmasked", "restricted"],
  "How people see the secret at Doppler; left as it is when not given. `restricted` hides the value from people for good.",
);

/** Which page of a list. */
export const page = Type.Integer({ description: "Page of the list, from 1.", minimum: 1 });

/** How many entries a page has. */
export const perPage = Type.Integer({
  description: "Entries a page; Doppler's own default applies when not given.",
  minimum: 1,
  maximum: 100,
});

/** When something was made; null where Doppler does not say. */
export const createdAt = Type.Union([Type.String(), Type.Null()], {
  description: "When it was made: RFC 3339, UTC. Null where Doppler does not say.",
});
