/** The actions on repositories, in the catalog's order. */
import { oneOf, summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import { direction, etag, nullable, owner, page, perPage, repo } from "../fields.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { repositoriesRequest, repositoryRequest } from "../requests.ts";
import { repository } from "../resources/repositories.ts";
import { repoScope } from "../scopes.ts";

const repositoriesList = defineAction({
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

const repositoriesGet = defineAction({
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

export const repositoryActions = [repositoriesList, repositoriesGet];
