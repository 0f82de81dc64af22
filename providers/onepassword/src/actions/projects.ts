/** The vaults that the token has access to. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { vaultsRequest } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the vaults that the connection's token has access to. The server doesn't paginate this list, so svc does.",
  example: {},
  async run(input, provider) {
    const { body } = await provider.read(vaultsRequest);
    const projects = list(body).map((vault) => {
      const { id, name, description, createdAt } = record(vault);
      const common = { slug: textOf(id), name: textOf(name ?? ""), description: textOf(description ?? "") };
      return { ...common, createdAt: createdAt === undefined ? null : textOf(createdAt) };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
