/** The first parts of the secret ids. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { assertProject, readNames } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs of the project: the parts of its secret ids before the last hyphen. With `environment`, lists only that config. svc " +
    "reads at most 5,000 secrets and paginates the result itself.",
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

export const configActions = [configsList];
