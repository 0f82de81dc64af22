/** `secrets.get`: reads the value of one secret. */
import { ProviderFailure } from "@svc/provider-kit";
import { record, textOf } from "@svc/provider-kit/shape";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { listRequest, secretRequest } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the value of one secret, with its references resolved. If the folder itself doesn't have the name, it is read from the " +
    "folders that it imports.",
  input: secretInput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    const { status, body } = await provider.read(secretRequest(input), { accept: [200, 404] });
    if (status === 404) {
      // A missing folder has the same status, but it can't be listed.
      await provider.read(listRequest(input));
      throw new ProviderFailure({
        code: "SECRET_NOT_FOUND",
        detail: "The config has no secret with this name. List the names to check it.",
      });
    }
    const { secretValue, secretValueHidden } = record(record(body)["secret"]);
    if (secretValueHidden === true) {
      const detail = "The role of this connection's identity can describe this secret, but not read its value.";
      throw new ProviderFailure({ code: "PROVIDER_FORBIDDEN", detail });
    }
    return { name: input.name, computed: textOf(secretValue) };
  },
});
