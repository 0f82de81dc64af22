/** `issues.create`: opens an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { assignees, body, issueType, labels, milestone, owner, repo, title } from "../fields.ts";
import { changeAt } from "../redirects.ts";
import { createIssueRequest } from "../requests.ts";
import { writtenIssue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

export const issuesCreate = defineAction({
  id: "issues.create",
  title: "Create an issue",
  description:
    "Opens an issue and notifies the repository's watchers. Labels, assignees and a milestone are dropped without an error " +
    "if the user may not set them; the output shows what was set.",
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
  async run({ owner, repo, ...fields }, provider) {
    const { body } = await changeAt(provider, createIssueRequest({ owner, repo }, fields), 201);
    return writtenIssue.read(body);
  },
});
