/** `secrets.get`: reads the value of one secret. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { assertAddress, readSecret } from "../client.ts";
import { getOutput, secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the value of one secret's newest version. A certificate's secret is refused.",
  input: secretInput,
  output: getOutput,
  example: { project: "harbor-prod", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    assertAddress(provider, input);
    const value = await readSecret(provider, input);
    if (value !== null) return { name: input.name, computed: value };
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name. List the names to check it.",
    });
  },
});
