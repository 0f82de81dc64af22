/** The actions on pulls, in the catalog's order. */
import { oneOf, summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import {
  baseFilter,
  direction,
  etag,
  headFilter,
  nullable,
  number,
  owner,
  page,
  perPage,
  repo,
  stateFilter,
} from "../fields.ts";
import { nextPage, nextPageOf } from "../pages.ts";
import { readAt } from "../redirects.ts";
import { pullRequest, pullsRequest } from "../requests.ts";
import { listedPull, pull } from "../resources/pulls.ts";
import { repoScope } from "../scopes.ts";

const pullsList = defineAction({
  id: "pulls.list",
  title: "List pull requests",
  description: "Lists the pull requests in a repository, one page at a time.",
  consent: "See a repository's pull requests",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      owner,
      repo,
      state: Type.Optional(stateFilter),
      head: Type.Optional(headFilter),
      base: Type.Optional(baseFilter),
      sort: Type.Optional(
        oneOf(
          ["created", "updated", "popularity", "long-running"],
          "The sort key; created by default. popularity sorts by the number of comments.",
        ),
      ),
      direction: Type.Optional(direction),
      page: Type.Optional(page),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      pulls: summaryCount(Type.Array(listedPull.schema, { description: "The pull requests on this page." })),
      unreadable: unreadableCount,
      nextPage,
    },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", state: "open", perPage: 10 },
  async run(input, provider) {
    const response = await readAt(provider, pullsRequest(input));
    const { items, unreadable } = readEntries(list(response.body), listedPull.read);
    return { pulls: items, unreadable, nextPage: nextPageOf(response) };
  },
});

const pullsGet = defineAction({
  id: "pulls.get",
  title: "Get a pull request",
  description: "Reads one pull request with its text, its branches, and whether it can be merged.",
  consent: "Read a pull request",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ owner, repo, number, etag: Type.Optional(etag) }, { additionalProperties: false }),
  output: Type.Object(
    { ...conditionalFields, pull: nullable(pull.schema, "The pull request; null if it hasn't changed.") },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", number: 7 },
  async run(input, provider) {
    const response = await readUnlessSame(provider, pullRequest(input), input.etag);
    const { notModified, etag } = response;
    return { notModified, etag, pull: response.notModified ? null : pull.read(response.body) };
  },
});

export const pullActions = [pullsList, pullsGet];
