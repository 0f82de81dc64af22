/** `configs.list`: the beginnings of the secrets' names. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { assertVault, readNames } from "../client.ts";
import { configsInput } from "../fields.ts";

export const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the configs of the vault: what its secrets' names have before two hyphens. It reads the names of all secrets in the vault, " +
    "2,500 at most; with `environment`, it lists only that config.",
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
