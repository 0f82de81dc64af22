/** `projects.list`: the projects that the token can see. */
import { summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { parseProjects, projectsRequest } from "../client.ts";
import { needsServiceAccount } from "../errors.ts";
import { createdAt, page, perPage } from "../fields.ts";

const project = Type.Object(
  {
    slug: Type.String({ description: "The name that other actions take as `project`." }),
    name: Type.String({ description: "Name of the project." }),
    description: Type.String({ description: "Description of the project; empty if it has none." }),
    createdAt,
  },
  { additionalProperties: false },
);

export const projectsList = defineAction({
  id: "projects.list",
  title: "List projects",
  description:
    "Lists the projects that the connection's token can see, one page at a time. A Service Token sees at most its own " +
    "project. Doppler returns no total; the list ends with an empty page.",
  consent: "See the names and descriptions of your projects",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: true,
  input: Type.Object({ page: Type.Optional(page), perPage: Type.Optional(perPage) }, { additionalProperties: false }),
  output: Type.Object(
    {
      projects: summaryCount(
        Type.Array(project, { description: "The projects on this page, in no guaranteed order." }),
      ),
      page,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run(input, provider) {
    const { body } = await provider.read(projectsRequest(input)).catch((failure: unknown) => {
      throw needsServiceAccount(failure, provider.credentialKind, () => "PROVIDER_FORBIDDEN");
    });
    const answer = parseProjects(body);
    return { projects: answer.projects, page: answer.page ?? input.page ?? 1 };
  },
});
