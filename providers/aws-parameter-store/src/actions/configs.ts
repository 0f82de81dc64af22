/** The second levels of a project's parameter names. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs of a project: the second levels of its parameter names. With `environment`, lists only that config. svc reads at " +
    "most 1,000 parameters and paginates the result itself.",
  input: configsInput,
  example: { project: "app" },
  async run(input, provider) {
    const { project, environment: only } = input;
    const path = only === undefined ? `/${project}` : `/${project}/${only}`;
    const configs = partsAt(await readNames(provider, path, "Recursive"), 1).map((name) => {
      return { name, project, environment: name, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

export const configActions = [configsList];
