/** `issues.update`: changes an issue. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { assignees, body, issueType, labels, milestone, nullable, number, owner, repo, title } from "../fields.ts";
import { changeAt } from "../redirects.ts";
import { updateIssueRequest } from "../requests.ts";
import { writtenIssue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

export const issuesUpdate = defineAction({
  id: "issues.update",
  title: "Update an issue",
  description:
    "Changes the given fields of an issue or a pull request; `state` closes or reopens it. Labels and assignees replace the " +
    "current ones; an empty list clears them. Fields that the user may not set are dropped without an error; the output " +
    "shows what was set.",
  consent: "Change, close and reopen issues on your behalf",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      owner,
      repo,
      number,
      title: Type.Optional(title),
      body: Type.Optional(body),
      state: Type.Optional(oneOf(["open", "closed"], "Closes or reopens it.")),
      stateReason: Type.Optional(
        oneOf(
          ["completed", "not_planned", "duplicate", "reopened"],
          "Why the state changes; GitHub ignores it if the state doesn't change.",
        ),
      ),
      labels: Type.Optional(labels),
      assignees: Type.Optional(assignees),
      milestone: Type.Optional(nullable(milestone, "Number of the milestone; null removes the current one.")),
      type: Type.Optional(nullable(issueType, "Name of an issue type; null removes the current one.")),
    },
    // The address and at least one change.
    { additionalProperties: false, minProperties: 4 },
  ),
  output: writtenIssue.schema,
  example: { owner: "octocat", repo: "hello-world", number: 10, title: "A better title" },
  async run({ owner, repo, number, ...fields }, provider) {
    const { body } = await changeAt(provider, updateIssueRequest({ owner, repo, number }, fields), 200);
    return writtenIssue.read(body);
  },
});
