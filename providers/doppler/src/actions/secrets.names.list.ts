/** `secrets.names.list`: lists the names in a config, without values and without issuing dynamic secrets. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { namesRequest, parseNames } from "../client.ts";
import { configInput } from "../fields.ts";

export const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of all secrets in a config, without their values. Includes inherited secrets and Doppler's own (such as " +
    "DOPPLER_PROJECT), but not dynamic secrets, because listing them could issue leases.",
  input: configInput,
  example: { project: "harbor-api", config: "dev" },
  async run(input, provider) {
    const { body } = await provider.read(namesRequest(input));
    return { names: parseNames(body) };
  },
});
