/** `secrets.names.list`: the names in a config, without values. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { assertProject, readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without any value. Secrets that have no value yet are among them. Google's list may be " +
    "minutes behind.",
  input: configInput,
  example: { project: "harbor-prod", config: "prod" },
  async run({ project, config }, provider) {
    assertProject(provider, project);
    return { names: (await readNames(provider, config)).map(({ name }) => name) };
  },
});
