/** `repositories.get`: reads one repository. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import { etag, nullable, owner, repo } from "../fields.ts";
import { repositoryRequest } from "../requests.ts";
import { repository } from "../resources/repositories.ts";
import { repoScope } from "../scopes.ts";

export const repositoriesGet = defineAction({
  id: "repositories.get",
  title: "Get a repository",
  description: "Reads one repository. A renamed or transferred repository is also found under its former name.",
  consent: "See a repository's settings and description",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ owner, repo, etag: Type.Optional(etag) }, { additionalProperties: false }),
  output: Type.Object(
    {
      ...conditionalFields,
      repository: nullable(repository.schema, "The repository; null if it hasn't changed."),
    },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world" },
  async run(input, provider) {
    const response = await readUnlessSame(provider, repositoryRequest(input), input.etag);
    const { notModified, etag } = response;
    return { notModified, etag, repository: response.notModified ? null : repository.read(response.body) };
  },
});
