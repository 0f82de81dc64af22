/** The service account's project. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { probeRequest, projectOf, readPage } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description: "Lists the service account's project, which is the connection's only project.",
  example: {},
  async run(input, provider) {
    readPage((await provider.read(probeRequest(provider))).body);
    const id = projectOf(provider);
    const projects = [{ slug: id, name: id, description: "", createdAt: null }];
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
