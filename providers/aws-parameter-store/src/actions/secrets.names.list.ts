/** `secrets.names.list`: the names in a config, without values. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the parameters in a config, without their values. Parameters at deeper levels aren't listed.",
  input: configInput,
  example: { project: "app", config: "prod" },
  async run({ project, config }, provider) {
    return { names: partsAt(await readNames(provider, `/${project}/${config}`, "OneLevel"), 2) };
  },
});
