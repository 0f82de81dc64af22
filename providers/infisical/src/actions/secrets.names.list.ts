/** `secrets.names.list`: the names in an environment or folder, without values. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readSecrets } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in an environment or folder, without values. Secrets in subfolders and imported secrets aren't " +
    "listed.",
  input: configInput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod" },
  run: async (input, provider) => ({ names: [...(await readSecrets(provider, input)).keys()] }),
});
