/** `issues.update`: changes an issue. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { assignees, body, issueType, labels, milestone, nullable, number, owner, repo, title } from "../fields.ts";
import { differingField, type UpdatedFields } from "../issue-state.ts";
import { previewUpdate } from "../previews.ts";
import { changeAt, readAt } from "../redirects.ts";
import { issueRequest, updateIssueRequest, type NumberedAddress } from "../requests.ts";
import { writtenIssue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

export const issuesUpdate = defineAction({
  id: "issues.update",
  title: "Update an issue",
  description:
    "Updates the given fields of an issue or a pull request. `state` closes or reopens it. `labels` and `assignees` replace " +
    "the current ones; an empty list clears them. GitHub silently drops fields that the user isn't allowed to set; the " +
    "output shows what was set.",
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
      state: Type.Optional(oneOf(["open", "closed"], "Whether to close or reopen it.")),
      stateReason: Type.Optional(
        oneOf(
          ["completed", "not_planned", "duplicate", "reopened"],
          "The reason for the state change. GitHub ignores it if the state doesn't change.",
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
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: Type.Object(
      { setsBody: Type.Boolean({ description: "Whether the update sets the text." }) },
      { additionalProperties: false },
    ),
    compares: ["body"],
    async settle({ input, facts, provider, sameAsSent }) {
      if (facts === null) return { verdict: "undetermined", why: "Whether the update had a text isn't known." };
      // The input was valid when it was sent.
      const { owner, repo, number, ...fields } = input as NumberedAddress & UpdatedFields;
      const { body } = await readAt(provider, issueRequest({ owner, repo, number }));
      const isSentBody = facts.setsBody ? (stored: string) => sameAsSent("body", stored) : null;
      const field = differingField(fields, body, isSentBody);
      if (field !== null) return { verdict: "undetermined", why: `The issue's \`${field}\` is different now.` };
      // The previous state isn't read.
      return { verdict: "applied", basis: "state", wasDifferent: false, output: writtenIssue.read(body) };
    },
  },
  preview: {
    needs: ["issues.get"],
    // The input was valid when it was proposed.
    read: async (input, provider) => await previewUpdate(input as NumberedAddress & UpdatedFields, provider),
  },
  async run({ owner, repo, number, ...fields }, provider) {
    const request = updateIssueRequest({ owner, repo, number }, fields);
    const { body } = await changeAt(provider, request, 200, { setsBody: fields.body !== undefined });
    return writtenIssue.read(body);
  },
});
