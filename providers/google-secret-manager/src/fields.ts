/**
 * The shared fields, limited to what Google Secret Manager accepts. The service account's project is the only project.
 * It has one list of secrets, so the config is the part of the id before the last hyphen: `API_KEY` in the config
 * `prod` is the secret `prod-API_KEY`.
 */
import { sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";
import { projectIdLengthMax, projectIdPattern } from "./service-account.ts";

const strict = { additionalProperties: false };

const project = Type.String({
  description: "Id of the service account's project, such as harbor-prod: the `slug` from projects.list.",
  minLength: 1,
  maxLength: projectIdLengthMax,
  pattern: projectIdPattern,
});

/** With a hyphen and a name, it fits in the 255 characters of an id. */
const config = Type.String({
  description:
    "The part of the secret ids in the project before the last hyphen, such as prod in prod-API_KEY: the `name` from configs.list.",
  minLength: 1,
  maxLength: 54,
  pattern: "^[A-Za-z0-9_-]{1,54}$",
});

const value = sensitive(
  Type.String({
    ...secretsFields.secretValue("The value. It can't be empty.", secretsFields.secretValueBytesMax),
    minLength: 1,
  }),
);

/** The input of `configs.list`. */
export const configsInput = Type.Object(
  {
    ...secretsContract["configs.list"].input.properties,
    project,
    environment: Type.Optional({ ...config, description: "Lists only this config." }),
  },
  strict,
);

/** The address of a config. */
export const configInput = Type.Object({ project, config }, strict);

/** The address of a secret. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object({ ...secretInput.properties, value }, strict);

const outputAddress = { project: summary(project), config: summary(config) };

/** The output of `secrets.create`. */
export const createOutput = Type.Object(
  { ...secretsContract["secrets.create"].output.properties, ...outputAddress },
  strict,
);

/** The output of `secrets.set`. */
export const setOutput = Type.Object({ ...secretsContract["secrets.set"].output.properties, ...outputAddress }, strict);

/** The output of `secrets.delete`. */
export const deleteOutput = Type.Object(
  { ...secretsContract["secrets.delete"].output.properties, ...outputAddress },
  strict,
);

/** What a set reads before its change. */
export const setFacts = Type.Object(
  {
    version: Type.Integer({ description: "The newest version; 0 if there was none.", minimum: 0 }),
    createdAt: Type.String({ description: "When that version was created; empty if there was none.", maxLength: 40 }),
    answeredAtMs: Type.Integer({
      description: "The time of that read by Google's clock, in milliseconds since the epoch; 0 if it didn't say.",
    }),
  },
  strict,
);
