/** `secrets.get`: reads the value of one parameter. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readValue } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the decrypted value of one parameter.",
  input: secretInput,
  example: { project: "app", config: "prod", name: "API_KEY" },
  run: async (input, provider) => ({ name: input.name, computed: await readValue(provider, input) }),
});
