/** The first parts of the secret names. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { assertVault, readNames } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs of the vault: the parts of its secret names before two hyphens. With `environment`, lists only that config. svc " +
    "reads at most 2,500 secrets and paginates the result itself.",
  input: configsInput,
  example: { project: "harbor-prod" },
  async run(input, provider) {
    const { project, environment } = input;
    assertVault(provider, project);
    const names = await readNames(provider);
    const known = [...new Set(names.map(({ config }) => config))].toSorted();
    const shown = known.filter((name) => environment === undefined || name === environment);
    const configs = shown.map((name) => {
      return { name, project, environment: name, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

export const configActions = [configsList];
