/** `secrets.names.list`: the names in a folder, without values. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a folder, without values. Secrets in subfolders aren't listed. Vault before 1.21 also lists " +
    "names whose newest version is deleted.",
  input: configInput,
  example: { project: "kv", config: "prod" },
  run: async (input, provider) => ({ names: await readNames(provider, input) }),
});
