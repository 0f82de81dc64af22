/** `configs.list`: the beginnings of the secrets' ids. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { assertProject, readNames } from "../client.ts";
import { configsInput } from "../fields.ts";

export const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs of the project: what its secrets' ids have before the last hyphen. It reads the ids of all secrets in the project, " +
    "5,000 at most; with `environment`, it lists only that config.",
  input: configsInput,
  example: { project: "harbor-prod" },
  async run(input, provider) {
    const { project, environment = null } = input;
    assertProject(provider, project);
    const names = await readNames(provider, environment);
    const configs = [...new Set(names.map(({ config }) => config))].toSorted().map((name) => {
      return { name, project, environment: name, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});
