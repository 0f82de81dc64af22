/** The folders of a secrets engine. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readFolder } from "../client.ts";
import { configsInput } from "../fields.ts";

const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists the root of a secrets engine and the folders in it or, with `environment`, that folder and the folders in it. Vault doesn't " +
    "paginate this list, so svc does.",
  input: configsInput,
  example: { project: "kv" },
  async run(input, provider) {
    const { project, environment: parent } = input;
    const { folders } = await readFolder(provider, { project, config: parent ?? "/" });
    const inner = folders.map((folder) => (parent === undefined ? folder : `${parent}/${folder}`));
    const configs = [parent ?? "/", ...inner].map((name) => {
      const environment = name.split("/", 1)[0] ?? "";
      return {
        name,
        project,
        environment: environment === "" ? "/" : environment,
        root: true,
        locked: false,
        createdAt: null,
      };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

export const configActions = [configsList];
