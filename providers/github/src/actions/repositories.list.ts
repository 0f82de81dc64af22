/** `repositories.list`: the repositories that the user has been given. */
import { oneOf, summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { direction, page, perPage } from "../fields.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { repositoriesRequest } from "../requests.ts";
import { repository } from "../resources/repositories.ts";
import { repoScope } from "../scopes.ts";
import { list } from "../shape.ts";

export const repositoriesList = defineAction({
  id: "repositories.list",
  title: "List repositories",
  description:
    "Lists the repositories that the connection's user owns, collaborates on or reaches through an organization, a page at a time.",
  consent: "See the list of your repositories",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      visibility: Type.Optional(oneOf(["all", "public", "private"], "Which visibility; all when not given.")),
      affiliation: Type.Optional(
        Type.Array(oneOf(["owner", "collaborator", "organization_member"]), {
          description: "What the user is to the repository; any when not given.",
          minItems: 1,
          maxItems: 3,
          uniqueItems: true,
        }),
      ),
      sort: Type.Optional(
        oneOf(["created", "updated", "pushed", "full_name"], "What to sort by; full_name when not given."),
      ),
      direction: Type.Optional(direction),
      page: Type.Optional(page),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      repositories: summaryCount(Type.Array(repository.schema, { description: "The repositories of this page." })),
      nextPage,
    },
    { additionalProperties: false },
  ),
  example: { visibility: "public", perPage: 10 },
  async run(input, provider) {
    const answer = await provider.read(repositoriesRequest(input), { accept: [200] });
    return { repositories: list(answer.body).map(repository.read), nextPage: nextPageOf(answer) };
  },
});
