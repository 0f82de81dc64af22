/** `configs.list`: a project's environments, or the folders in one. */
import type { ReadPort } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { foldersRequest, projectRequest } from "../client.ts";
import { configsInput } from "../fields.ts";

export const configsList = defineSecretsAction("configs.list", {
  description:
    "Lists a project's environments or, with `environment`, that environment or folder and the folders in it. Infisical doesn't page " +
    "these lists, so svc cuts them.",
  input: configsInput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45" },
  async run(input, provider) {
    const { project, environment: parent } = input;
    const names =
      parent === undefined
        ? await readEnvironments(provider, project)
        : [parent, ...(await readFolders(provider, project, parent)).map((folder) => `${parent}/${folder}`)];
    const configs = names.map((name) => {
      const [environment = ""] = name.split("/", 1);
      return { name, project, environment, root: true, locked: false, createdAt: null };
    });
    return { configs: pageOf(configs, input), page: input.page ?? 1 };
  },
});

async function readEnvironments(provider: ReadPort, project: string): Promise<string[]> {
  const { body } = await provider.read(projectRequest(project));
  const { environments } = record(record(body)["project"]);
  return list(environments).map((item) => textOf(record(item)["slug"]));
}

async function readFolders(provider: ReadPort, project: string, config: string): Promise<string[]> {
  const { body } = await provider.read(foldersRequest({ project, config }));
  return list(record(body)["folders"]).map((item) => textOf(record(item)["name"]));
}
