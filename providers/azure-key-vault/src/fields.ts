/**
 * The shared fields, limited to what Azure Key Vault accepts. The connection's vault is its project. A vault has one
 * list of secrets, so the config is the part of the name before the first two hyphens: `API_KEY` in the config `prod`
 * is the secret `prod--API-KEY`, because names there can't have underscores.
 */
import { sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";
import { vaultNameCharsMax } from "./names.ts";

const strict = { additionalProperties: false };

const configCharsMax = 60;
/**
 * The longest name in a config with four letters, such as prod. A longer config leaves less room, which `assertAddress`
 * checks.
 */
const nameCharsMax = vaultNameCharsMax - 2 - 4;

const valueBytesMax = 25_000;

const project = Type.String({
  description: "Name of the connection's vault, such as harbor-prod: the `slug` from projects.list.",
  minLength: 1,
  maxLength: 63,
  pattern: "^[a-z0-9-]{1,63}$",
});

const config = Type.String({
  description:
    "The part of the secret names in the vault before two hyphens, such as prod in prod--API-KEY: the `name` from configs.list.",
  minLength: 1,
  maxLength: configCharsMax,
  pattern: `^[a-z0-9]+(?:-[a-z0-9]+)*$`,
});

const name = Type.String({
  description:
    "Name of the secret: upper-case letters, digits and underscores, not starting with a digit. The config and the name together can have at most " +
    `${String(vaultNameCharsMax - 2)} characters.`,
  maxLength: nameCharsMax,
  pattern: "^[A-Z_][A-Z0-9_]{0,199}$",
});

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
export const secretInput = Type.Object({ project, config, name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object(
  {
    ...secretInput.properties,
    value: sensitive(secretsFields.secretValue("The value. It can be empty.", valueBytesMax)),
  },
  strict,
);

/** The output of `secrets.get`. */
export const getOutput = Type.Object(
  { ...secretsContract["secrets.get"].output.properties, name: summary(name) },
  strict,
);

const outputAddress = { project: summary(project), config: summary(config), name: summary(name) };

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
    versions: Type.Integer({ description: "The number of versions that the secret had.", minimum: 0 }),
    newest: Type.String({ description: "The id of the newest version; empty if there was none.", maxLength: 100 }),
    isMarked: Type.Boolean({ description: "Whether the new version's tags had room for the marker." }),
  },
  strict,
);
