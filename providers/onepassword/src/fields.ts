/**
 * 1Password's restrictions on the shared fields. A project is a vault, a config is a tag, and a secret is an item with
 * that tag: its title is the secret's name, and its password or credential is the value.
 */
import { sensitive, summary } from "@svc/contract";
import { secretsContract, secretsFields } from "@svc/provider-kit/secrets";
import { Type } from "typebox";

const strict = { additionalProperties: false };

/** A tag: printable, without leading or trailing white space. */
const visible = "[^\\s\\x00-\\x1f\\x7f]";
const tag = {
  minLength: 1,
  maxLength: 200,
  pattern: `^(?:${visible}|${visible}[^\\x00-\\x1f\\x7f]*${visible})$`,
};

const project = Type.String({
  description: "Id of the vault: the `slug` from projects.list.",
  minLength: 26,
  maxLength: 26,
  pattern: "^[a-z0-9]{26}$",
});

const config = Type.String({ description: "Tag of the items, such as prod or prod/payments.", ...tag });

const environment = Type.String({
  description: "Tag, to list only this tag and the tags nested in it. By default, all tags are listed.",
  ...tag,
});

/** The input of `configs.list`. */
export const configsInput = Type.Object(
  { ...secretsContract["configs.list"].input.properties, project, environment: Type.Optional(environment) },
  strict,
);

/** The address of a tag. */
export const configInput = Type.Object({ project, config }, strict);

/** The address of a secret. */
export const secretInput = Type.Object({ project, config, name: secretsFields.name }, strict);

/** The input of `secrets.set`. */
export const setInput = Type.Object(
  {
    ...secretInput.properties,
    value: sensitive(secretsFields.secretValue("The value, in the item's password or credential; it may be empty.")),
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
