/** `secrets.get`: reads the value of one secret. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { assertProject, readValue } from "../client.ts";
import { secretInput } from "../fields.ts";

export const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the value of one secret's newest version. A secret without a value is `SECRET_NOT_FOUND`; one whose newest version is disabled or " +
    "destroyed is refused. A new version can take minutes to appear.",
  input: secretInput,
  example: { project: "harbor-prod", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    assertProject(provider, input.project);
    const value = await readValue(provider, input, "latest");
    if (value !== null) return { name: input.name, computed: value };
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name, or it has no value yet.",
    });
  },
});
