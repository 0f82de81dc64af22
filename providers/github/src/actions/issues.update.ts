/** `issues.update`: changes what an issue has. */
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
    "Changes the fields of an issue or a pull request that are given, and closes or reopens it by `state`. Labels and " +
    "assignees replace what there is; an empty list clears them. What the user may not set is dropped without an error: " +
    "the output says what is set.",
  consent: "Change, close and reopen issues in your name",
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
          "Why the state changes; GitHub ignores it where the state does not change.",
        ),
      ),
      labels: Type.Optional(labels),
      assignees: Type.Optional(assignees),
      milestone: Type.Optional(nullable(milestone, "Number of the milestone; null removes the present one.")),
      type: Type.Optional(nullable(issueType, "Name of an issue type; null removes the present one.")),
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
