/** The tags of a vault's items. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readItems } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the tags of a vault's items or, with `environment`, that tag and the tags nested in it. svc reads all items without their " +
    "fields, and paginates the list.",
  input: configsInput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz" },
  async run(input, provider) {
    const { project, environment: parent } = input;
    const tags = new Set((await readItems(provider, project)).flatMap((item) => item.tags));
    const names = [...tags].filter((tag) => parent === undefined || tag === parent || tag.startsWith(`${parent}/`));
    const configs = names.map((name) => {
      const [environment = ""] = name.split("/", 1);
      return { name, project, environment, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

export const configActions = [configsList];
