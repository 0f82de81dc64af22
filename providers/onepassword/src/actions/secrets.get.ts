/** `secrets.get`: reads the password or credential of one item. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readFields, readOne, valueField } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the password or credential of the item with this title and tag. If several items match, or if the item has several " +
    "secrets, the read is refused (`PROVIDER_REJECTED`).",
  input: secretInput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    const item = await readOne(provider, input);
    if (item === null) {
      throw new ProviderFailure({ code: "SECRET_NOT_FOUND", detail: "No item in the vault has this title and tag." });
    }
    const fields = await readFields(provider, input.project, item.id, true);
    return { name: input.name, computed: valueField(fields).value };
  },
});
