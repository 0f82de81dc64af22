/** `issues.create`: creates an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { change } from "../client.ts";
import { issueCreateDocument } from "../documents.ts";
import { settleById } from "../evidence.ts";
import { description, dueDate, labelIds, priority, title, uuid } from "../fields.ts";
import { previewCreation } from "../previews.ts";
import { issue } from "../resources.ts";
import { creatingIssues } from "../scopes.ts";

export const issuesCreate = defineAction({
  id: "issues.create",
  title: "Create an issue",
  description: "Creates an issue with an id that svc chooses, so that a lost answer can be settled.",
  consent: "Create issues",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: creatingIssues,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      teamId: uuid("Id of the team, as `teams.list` gives it."),
      title,
      description: Type.Optional(description),
      assigneeId: Type.Optional(uuid("Id of the user to whom it is assigned.")),
      stateId: Type.Optional(uuid("Id of its state; the team's first by default.")),
      priority: Type.Optional(priority),
      labelIds: Type.Optional(labelIds("Its labels.")),
      projectId: Type.Optional(uuid("Id of its project.")),
      parentId: Type.Optional(uuid("Id of the issue of which it is a part.")),
      dueDate: Type.Optional(dueDate),
    },
    { additionalProperties: false },
  ),
  output: issue.schema,
  example: { teamId: "00000000-0000-4000-a000-000000000001", title: "The door squeaks" },
  evidence: {
    strength: "exact",
    needs: ["issues.list"],
    settle: async ({ marker, provider }) => await settleById(provider, "issues", marker.uuid, issue),
  },
  preview: {
    needs: ["teams.list"],
    read: async (input, provider) => await previewCreation(input, provider),
  },
  async run(input, provider) {
    const variables = { input: { ...input, id: provider.marker.uuid } };
    return issue.read(await change(provider, issueCreateDocument, variables, { name: "issueCreate", entity: "issue" }));
  },
});
