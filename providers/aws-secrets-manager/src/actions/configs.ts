/** The second parts of a project's secret names. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs of a project: the second parts of its secret names. With `environment`, lists only that config. svc reads at most " +
    "2,000 secrets and paginates the result itself. The list can be up to five minutes old.",
  input: configsInput,
  example: { project: "app" },
  async run(input, provider) {
    const { project, environment: only } = input;
    const prefix = only === undefined ? `${project}/` : `${project}/${only}/`;
    const configs = partsAt(await readNames(provider, prefix), 1).map((name) => {
      return { name, project, environment: name, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

export const configActions = [configsList];
