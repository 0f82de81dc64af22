/**
 * The shared fields, limited to what Doppler accepts. It documents lengths for projects and configs but no charset, so
 * the patterns reject only what can't be a name: control characters and an empty string.
 */
import { maxBytes, oneOf, sensitive, summary } from "@svc/contract";
import { separated } from "@svc/provider-kit";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";

const strict = { additionalProperties: false };
const printable = "^[^\\x00-\\x1f\\x7f-\\x9f]+$";

/** Doppler's limit for a value: 50 KiB of UTF-8. */
const valueBytesMax = 51_200;

const project = Type.String({
  description: "Name of the project: the `slug` from projects.list.",
  minLength: 1,
  maxLength: 80,
  pattern: printable,
});

const config = Type.String({
  description: "Name of the config in the project, such as dev or prd_eu (not its slug).",
  minLength: 1,
  maxLength: 60,
  pattern: printable,
});

const environment = Type.String({
  description: "Slug of the environment, such as dev, stg or prd.",
  minLength: 1,
  maxLength: 60,
  pattern: printable,
});

/** The input of `configs.list`. */
export const configsInput = Type.Object(
  { ...secretsContract["configs.list"].input.properties, project, environment: Type.Optional(environment) },
  strict,
);

/** The address of a config. */
export const configInput = Type.Object({ project, config }, strict);

/** The address of a secret. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

const outputAddress = { project: summary(project), config: summary(config) };

/** The output of `secrets.set`. */
export const setOutput = Type.Object({ ...secretsContract["secrets.set"].output.properties, ...outputAddress }, strict);

/** The output of `secrets.delete`. */
export const deleteOutput = Type.Object(
  { ...secretsContract["secrets.delete"].output.properties, ...outputAddress },
  strict,
);

/** The value of a secret to write. */
export const value = sensitive(
  maxBytes(valueBytesMax, {
    description:
      "The value. It can be empty. Doppler resolves ${NAME} in it as a reference. " +
      `At most ${separated(valueBytesMax)} bytes of UTF-8.`,
  }),
);

/** Who can see a secret in Doppler. */
export const visibility = oneOf(
  ["masked", "unmasked", "restricted"],
  "Who can see the secret in Doppler; unchanged if omitted. `restricted` hides the value from people permanently.",
);
