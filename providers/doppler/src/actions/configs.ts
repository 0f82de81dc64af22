/** The configs in a project that the token can see. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { configsRequest, parseConfigs } from "../client.ts";
import { needsServiceAccount } from "../errors.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs in a project that the connection's token can see, one page at a time. A Service Token sees only " +
    "its own config. Doppler returns no total count; the list ends with an empty page.",
  input: configsInput,
  example: { project: "harbor-api" },
  async run(input, provider) {
    const { body } = await provider.read(configsRequest(input)).catch((failure: unknown) => {
      throw needsServiceAccount(failure, provider.credentialKind, (code) => code);
    });
    const response = parseConfigs(body);
    return { configs: response.configs, page: response.page ?? input.page ?? 1 };
  },
});

export const configActions = [configsList];
