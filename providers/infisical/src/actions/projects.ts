/** The projects that the identity is a member of. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { projectsRequest } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the secrets projects that the connection's identity is a member of. Their `slug` is Infisical's id. Infisical doesn't " +
    "paginate this list, so svc does.",
  example: {},
  async run(input, provider) {
    const { body } = await provider.read(projectsRequest);
    const projects = list(record(body)["projects"]).map((item) => {
      const { id, name, description, createdAt } = record(item);
      const common = { slug: textOf(id), name: textOf(name), description: textOf(description ?? "") };
      return { ...common, createdAt: createdAt === undefined ? null : textOf(createdAt) };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
