/** `secrets.names.list`: the names in a config, without values. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { assertVault, readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without any value. Disabled secrets are among them; the secrets of certificates aren't. " +
    "It reads the names of all secrets in the vault, 2,500 at most.",
  input: configInput,
  example: { project: "harbor-prod", config: "prod" },
  async run({ project, config }, provider) {
    assertVault(provider, project);
    const names = await readNames(provider);
    return { names: names.filter((one) => one.config === config).map(({ name }) => name) };
  },
});
