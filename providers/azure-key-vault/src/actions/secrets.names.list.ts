/** `secrets.names.list`: the names in a config, without values. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { assertVault, readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without their values. Includes disabled secrets, but not those of certificates. svc reads " +
    "at most 2,500 secrets of the vault.",
  input: configInput,
  example: { project: "harbor-prod", config: "prod" },
  async run({ project, config }, provider) {
    assertVault(provider, project);
    const names = await readNames(provider);
    return { names: names.filter((one) => one.config === config).map(({ name }) => name) };
  },
});
