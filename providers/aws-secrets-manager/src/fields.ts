/**
 * The shared fields, limited to what Secrets Manager accepts. Its names are flat; here, `app/prod/API_KEY` is `API_KEY`
 * in the config `prod` of the project `app`.
 */
import { sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";

const strict = { additionalProperties: false };

/** A part of a name, without a slash. Three of them fit in the 512 characters of a whole name. */
const part = { minLength: 1, maxLength: 150, pattern: "^[A-Za-z0-9_+=.@-]+$" };

const valueBytesMax = 65_536;

const project = Type.String({
  description: "First part of the secret names, such as app in app/prod/API_KEY: the `slug` from projects.list.",
  ...part,
});

const config = Type.String({
  description: "Second part of the secret names, such as prod in app/prod/API_KEY: the `name` from configs.list.",
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

/** The address of a secret. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object(
  {
    ...secretInput.properties,
    value: sensitive({
      ...secretsFields.secretValue("The value. It can't be empty.", valueBytesMax),
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
    arn: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], {
      description:
        "The secret's ARN, whose ending differs for each secret created with the same name; null if there was none.",
    }),
    seenAt: Type.Union([Type.Integer(), Type.Null()], {
      description: "The time of that read by AWS's clock, in milliseconds since the epoch; null if it didn't say.",
    }),
  },
  strict,
);
