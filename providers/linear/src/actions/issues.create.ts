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
  description: "Creates an issue. svc chooses the issue's id, so that a lost response can be settled.",
  consent: "Create issues",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: creatingIssues,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      teamId: uuid("Id of the team, from `teams.list`."),
      title,
      description: Type.Optional(description),
      assigneeId: Type.Optional(uuid("Id of the user to assign the issue to.")),
      stateId: Type.Optional(uuid("Id of the workflow state. By default, the team's first.")),
      priority: Type.Optional(priority),
      labelIds: Type.Optional(labelIds("Ids of the issue's labels.")),
      projectId: Type.Optional(uuid("Id of the project.")),
      parentId: Type.Optional(uuid("Id of the parent issue.")),
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
