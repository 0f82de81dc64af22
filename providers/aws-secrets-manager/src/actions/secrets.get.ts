/** `secrets.get`: reads the value of one secret. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readValue } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the value of one secret's current version. Binary secrets aren't supported.",
  input: secretInput,
  example: { project: "app", config: "prod", name: "API_KEY" },
  run: async (input, provider) => ({ name: input.name, computed: await readValue(provider, input) }),
});
