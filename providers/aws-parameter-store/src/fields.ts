/**
 * The shared fields, limited to what Parameter Store accepts. `/app/prod/API_KEY` is `API_KEY` in the config `prod` of
 * the project `app`.
 */
import { sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";

const strict = { additionalProperties: false };

/** A part of a name. Three of them fit in the 1,011 characters that AWS allows for a name with its ARN. */
const part = { minLength: 1, maxLength: 150, pattern: "^[A-Za-z0-9_.-]+$" };

/** The limit for standard parameters. Advanced ones may have twice as much, but aren't free. */
const valueBytesMax = 4096;

const project = Type.String({
  description: "First level of the parameter names, such as app in /app/prod/API_KEY: the `slug` from projects.list.",
  ...part,
});

const config = Type.String({
  description: "Second level of the parameter names, such as prod in /app/prod/API_KEY: the `name` from configs.list.",
  ...part,
});

const environment = Type.String({ description: "Lists only this config.", ...part });

/** The input of `configs.list`. */
export const configsInput = Type.Object(
  { ...secretsContract["configs.list"].input.properties, project, environment: Type.Optional(environment) },
  strict,
);

/** The address of a config. */
export const configInput = Type.Object({ project, config }, strict);

/** The address of a parameter. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object(
  {
    ...secretInput.properties,
    value: sensitive({
      ...secretsFields.secretValue("The value. It can't be empty or contain text in double braces.", valueBytesMax),
      minLength: 1,
    }),
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

/** What a set reads before its change. */
export const setFacts = Type.Object(
  {
    version: Type.Integer({ description: "The parameter's version; 0 if there was none.", minimum: 0 }),
    modifiedAt: Type.Number({
      description: "When that version was written, in seconds since the epoch; 0 if there was none.",
    }),
    seenAt: Type.Union([Type.Integer(), Type.Null()], {
      description: "The time of that read by AWS's clock, in milliseconds since the epoch; null if it didn't say.",
    }),
  },
  strict,
);
