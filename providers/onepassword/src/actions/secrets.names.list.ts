/** `secrets.names.list`: the titles of the items with a tag, without their fields. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { readTagged } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description: "Lists the titles of a vault's items with a tag, without their fields. Archived items aren't listed.",
  input: configInput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz", config: "prod" },
  async run(input, provider) {
    const titles = (await readTagged(provider, input)).map(({ title }) => title);
    return { names: [...new Set(titles)] };
  },
});
