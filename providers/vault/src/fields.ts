/**
 * Vault's restrictions on the shared fields. A project is the path of a KV v2 secrets engine, and a config is a folder
 * in it. A name is the last segment of a secret's path: the secret `kv/app/prod/API_KEY` is `API_KEY` in the config
 * `app/prod` of `kv`.
 */
import { sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";

const strict = { additionalProperties: false };

/** A segment of a path: printable, without a slash, and not `.` or `..`, which URLs drop. */
const segment = "(?:[^/.\\x00-\\x1f\\x7f]|\\.[^/.\\x00-\\x1f\\x7f]|\\.\\.[^/\\x00-\\x1f\\x7f])[^/\\x00-\\x1f\\x7f]*";
const path = `${segment}(?:/${segment})*`;

/** Vault itself is limited only by its storage, to about 1 MiB per entry. */
const valueBytesMax = 65_536;

const project = Type.String({
  description: "Path of the KV version 2 secrets engine, such as kv or team/kv: the `slug` from projects.list.",
  minLength: 1,
  maxLength: 200,
  pattern: `^${path}$`,
});

const config = Type.String({
  description: "Folder in the secrets engine, such as app/prod; / is the engine's root.",
  minLength: 1,
  maxLength: 400,
  pattern: `^(?:/|${path})$`,
});

const environment = Type.String({
  description: "Folder whose folders to list. By default, the folders at the root are listed.",
  minLength: 1,
  maxLength: 400,
  pattern: `^${path}$`,
});

/** The input of `configs.list`. */
export const configsInput = Type.Object(
  { ...secretsContract["configs.list"].input.properties, project, environment: Type.Optional(environment) },
  strict,
);

/** The address of a folder. */
export const configInput = Type.Object({ project, config }, strict);

/** The address of a secret. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object(
  {
    ...secretInput.properties,
    value: sensitive(
      secretsFields.secretValue("The value, in the entry's field `value`; it may be empty.", valueBytesMax),
    ),
  },
  strict,
);

const outputAddress = { project: summary(project), config: summary(config) };

/** The output of `secrets.set`. */
export const setOutput = Type.Object({ ...secretsContract["secrets.set"].output.properties, ...outputAddress }, strict);

/** The output of `secrets.delete`. */
export const deleteOutput = Type.Object(
  { ...secretsContract["secrets.delete"].output.properties, ...outputAddress },
  strict,
);

/** The facts that a change records: the version that it replaces or deletes. */
export const versionFacts = Type.Object(
  { version: Type.Integer({ description: "Version before the change; 0 if there was none.", minimum: 0 }) },
  strict,
);
