/** `issues.create`: opens an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { assignees, body, issueType, labels, milestone, owner, repo, title } from "../fields.ts";
import { findMarked, markFacts } from "../marked-lists.ts";
import { withMarker } from "../markers.ts";
import { previewCreation } from "../previews.ts";
import { changeAt } from "../redirects.ts";
import { createIssueRequest, issuesRequest, userRequest, type RepositoryAddress } from "../requests.ts";
import { account } from "../resources/accounts.ts";
import { writtenIssue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

export const issuesCreate = defineAction({
  id: "issues.create",
  title: "Create an issue",
  description:
    "Creates an issue and notifies the repository's watchers. GitHub silently drops labels, assignees and a milestone that " +
    "the user isn't allowed to set; the output shows what was set.",
  consent: "Open issues on your behalf",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      owner,
      repo,
      title,
      body: Type.Optional(body),
      labels: Type.Optional(labels),
      assignees: Type.Optional(assignees),
      milestone: Type.Optional(milestone),
      type: Type.Optional(issueType),
    },
    { additionalProperties: false },
  ),
  output: writtenIssue.schema,
  example: { owner: "octocat", repo: "hello-world", title: "The build fails on main", body: "Since this morning." },
  evidence: {
    strength: "strong",
    needs: ["issues.list", "user.get"],
    facts: markFacts,
    async settle(look) {
      // The input was valid when it was sent.
      const { owner, repo } = look.input as RepositoryAddress;
      return await findMarked(look, async () => {
        const { body } = await look.provider.read(userRequest, { accept: [200] });
        const filter = { creator: account.read(body).login, state: "all", sort: "created", direction: "desc" };
        return {
          request: (page) => issuesRequest({ owner, repo, ...filter, ...page }),
          isNewestFirst: true,
          output: writtenIssue.read,
        };
      });
    },
  },
  preview: {
    needs: ["repositories.get"],
    // The input was valid when it was proposed.
    read: async ({ owner, repo }, provider) => await previewCreation({ owner, repo } as RepositoryAddress, provider),
  },
  async run({ owner, repo, ...fields }, provider) {
    const marked = withMarker(fields.body ?? "", provider.marker);
    const sent = marked === null ? fields : { ...fields, body: marked };
    const request = createIssueRequest({ owner, repo }, sent);
    const { body } = await changeAt(provider, request, 201, { isMarked: marked !== null });
    return writtenIssue.read(body);
  },
});
