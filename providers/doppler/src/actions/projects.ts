/** The projects that the token can see. */
import { defineSecretsAction } from "@svc/provider-kit/secrets";
import { parseProjects, projectsRequest } from "../client.ts";
import { needsServiceAccount } from "../errors.ts";

const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the projects that the connection's token can see, one page at a time. A Service Token sees at most its own " +
    "project. Doppler returns no total count; the list ends with an empty page.",
  example: {},
  async run(input, provider) {
    const { body } = await provider.read(projectsRequest(input)).catch((failure: unknown) => {
      throw needsServiceAccount(failure, provider.credentialKind, () => "PROVIDER_FORBIDDEN");
    });
    const response = parseProjects(body);
    return { projects: response.projects, page: response.page ?? input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
