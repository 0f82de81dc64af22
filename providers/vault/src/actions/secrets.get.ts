/** `secrets.get`: reads the value of one secret. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readSecret } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the field `value` in the newest version of one secret. Other fields of the entry aren't read.",
  input: secretInput,
  example: { project: "kv", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    const { value } = await readSecret(provider, input);
    if (value !== null) return { name: input.name, computed: value };
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The folder has no secret with this name. List the names to check it.",
    });
  },
});
