/** `repositories.list`: lists the repositories that the user has access to. */
import { oneOf, summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { direction, page, perPage } from "../fields.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { repositoriesRequest } from "../requests.ts";
import { repository } from "../resources/repositories.ts";
import { repoScope } from "../scopes.ts";
import { list } from "@svc/provider-kit/shape";

export const repositoriesList = defineAction({
  id: "repositories.list",
  title: "List repositories",
  description:
    "Lists the repositories that the connection's user owns, collaborates on, or can access through an organization, one page at a time.",
  consent: "See the list of your repositories",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      visibility: Type.Optional(oneOf(["all", "public", "private"], "The visibility; all by default.")),
      affiliation: Type.Optional(
        Type.Array(oneOf(["owner", "collaborator", "organization_member"]), {
          description: "The user's relation to the repository; any by default.",
          minItems: 1,
          maxItems: 3,
          uniqueItems: true,
        }),
      ),
      sort: Type.Optional(oneOf(["created", "updated", "pushed", "full_name"], "The sort key; full_name by default.")),
      direction: Type.Optional(direction),
      page: Type.Optional(page),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      repositories: summaryCount(Type.Array(repository.schema, { description: "The repositories on this page." })),
      unreadable: unreadableCount,
      nextPage,
    },
    { additionalProperties: false },
  ),
  example: { visibility: "public", perPage: 10 },
  async run(input, provider) {
    const response = await provider.read(repositoriesRequest(input), { accept: [200] });
    const { items, unreadable } = readEntries(list(response.body), repository.read);
    return { repositories: items, unreadable, nextPage: nextPageOf(response) };
  },
});
