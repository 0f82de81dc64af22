/** `secrets.names.list`: the names in a config, without values. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without their values. Secrets scheduled for deletion aren't listed. The list can be up to " +
    "five minutes old.",
  input: configInput,
  example: { project: "app", config: "prod" },
  async run({ project, config }, provider) {
    return { names: partsAt(await readNames(provider, `${project}/${config}/`), 2) };
  },
});
