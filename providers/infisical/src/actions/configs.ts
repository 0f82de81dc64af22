/** A project's environments, or the folders in one. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readEnvironments, readFolders } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists a project's environments or, with `environment`, that environment or folder and the folders in it. Infisical doesn't " +
    "paginate these lists, so svc does.",
  input: configsInput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45" },
  async run(input, provider) {
    const { project, environment: parent } = input;
    const names =
      parent === undefined
        ? await readEnvironments(provider, project)
        : [
            parent,
            ...(await readFolders(provider, { project, config: parent })).map((folder) => `${parent}/${folder}`),
          ];
    if (names === null) {
      const detail = "Infisical has no such project, or the connection's identity isn't a member of it.";
      throw new ProviderFailure({ code: "RESOURCE_NOT_FOUND", detail });
    }
    const configs = names.map((name) => {
      const [environment = ""] = name.split("/", 1);
      return { name, project, environment, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

export const configActions = [configsList];
