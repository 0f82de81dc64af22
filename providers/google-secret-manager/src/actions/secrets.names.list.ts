/** `secrets.names.list`: the names in a config, without values. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { assertProject, readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without their values. Includes secrets that have no value yet. The list can be minutes " +
    "old.",
  input: configInput,
  example: { project: "harbor-prod", config: "prod" },
  async run({ project, config }, provider) {
    assertProject(provider, project);
    return { names: (await readNames(provider, config)).map(({ name }) => name) };
  },
});
