/** `projects.list`: the projects that the identity is a member of. */
import { list, record, textOf } from "@svc/provider-kit/shape";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { projectsRequest } from "../client.ts";

export const projectsList = defineSecretsAction("projects.list", {
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
