/**
 * Infisical's restrictions on the shared fields. A project is a project's id, and a config is an environment or a
 * folder in one: `prod/payments` is the folder `/payments` in the environment `prod`.
 */
import { maxBytes, sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";

const strict = { additionalProperties: false };

const segment = "[A-Za-z0-9_-]+";
const path = { minLength: 1, maxLength: 400, pattern: `^${segment}(?:/${segment})*$` };

/** Infisical itself only limits the request, to 1 MiB. */
const valueBytesMax = 65_536;

const project = Type.String({
  description: "Id of the project: the `slug` from projects.list.",
  minLength: 1,
  maxLength: 64,
  pattern: `^${segment}$`,
});

const config = Type.String({
  description: "Slug of the environment, or a folder in it, such as prod or prod/payments.",
  ...path,
});

const environment = Type.String({
  description: "Environment or folder whose folders to list. By default, the environments are listed.",
  ...path,
});

/** Infisical trims values, except for one line break at the end. */
const value = maxBytes(valueBytesMax, {
  description:
    "The value; it may be empty. `${NAME}` in it is a reference to another secret. Leading and trailing white space is refused, because " +
    "Infisical would remove it, except for one line break at the end. At most 65,536 bytes of UTF-8.",
  maxLength: valueBytesMax,
  pattern: "^(?:\\S(?:[\\s\\S]*\\S)?)?\\n?$",
});

/** The input of `configs.list`. */
export const configsInput = Type.Object(
  { ...secretsContract["configs.list"].input.properties, project, environment: Type.Optional(environment) },
  strict,
);

/** The address of an environment or folder. */
export const configInput = Type.Object({ project, config }, strict);

/** The address of a secret. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object({ ...secretInput.properties, value: sensitive(value) }, strict);

const outputAddress = { project: summary(project), config: summary(config) };

/** The output of `secrets.set`. */
export const setOutput = Type.Object({ ...secretsContract["secrets.set"].output.properties, ...outputAddress }, strict);

/** The output of `secrets.delete`. */
export const deleteOutput = Type.Object(
  { ...secretsContract["secrets.delete"].output.properties, ...outputAddress },
  strict,
);
