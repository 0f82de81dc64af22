/** `issues.update`: updates some fields of an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type, type Static } from "typebox";
import { change } from "../client.ts";
import { issueUpdateDocument } from "../documents.ts";
import { readIssue, stateFacts } from "../evidence.ts";
import { description, dueDate, issueId, labelIds, priority, title, uuid } from "../fields.ts";
import { previewUpdate } from "../previews.ts";
import { issue } from "../resources.ts";
import { writing } from "../scopes.ts";

const changes = {
  title: Type.Optional(title),
  description: Type.Optional(description),
  assigneeId: Type.Optional(uuid("Id of the new assignee.")),
  stateId: Type.Optional(uuid("Id of the new workflow state.")),
  priority: Type.Optional(priority),
  projectId: Type.Optional(uuid("Id of the new project.")),
  dueDate: Type.Optional(dueDate),
  addLabelIds: Type.Optional(labelIds("Ids of the labels to add.")),
  removeLabelIds: Type.Optional(labelIds("Ids of the labels to remove.")),
};
const changesSchema = Type.Object(changes);

/** Returns whether an issue already has the requested values. */
function isSo(now: Static<typeof issue.schema>, wanted: Partial<Static<typeof changesSchema>>): boolean {
  const { addLabelIds = [], removeLabelIds = [], ...fields } = wanted;
  const same: Readonly<Record<string, unknown>> = {
    ...now,
    assigneeId: now.assignee?.id,
    stateId: now.state.id,
    projectId: now.project?.id,
  };
  return (
    Object.entries(fields).every(([name, value]) => value === undefined || same[name] === value) &&
    addLabelIds.every((id) => now.labelIds.includes(id)) &&
    !removeLabelIds.some((id) => now.labelIds.includes(id))
  );
}

export const issuesUpdate = defineAction({
  id: "issues.update",
  title: "Update an issue",
  description:
    "Updates the given fields of an issue and leaves the others unchanged. Labels are added and removed individually.",
  consent: "Change your issues",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueId, ...changes }, { additionalProperties: false }),
  output: issue.schema,
  example: { issueId: "ENG-1", priority: 2 },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: stateFacts,
    async settle({ input: { issueId = "", ...wanted }, facts, provider }) {
      const now = await readIssue(provider, issueId);
      if (!isSo(now, wanted)) return { verdict: "undetermined", why: "The issue doesn't have the requested values." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: now };
    },
  },
  preview: {
    needs: ["issues.get", "states.list", "users.list"],
    read: async (input, provider) => await previewUpdate(input, provider),
  },
  async run({ issueId, ...wanted }, provider) {
    const now = await readIssue(provider, issueId);
    const { addLabelIds: addedLabelIds, removeLabelIds: removedLabelIds, ...fields } = wanted;
    const variables = { id: now.id, input: { ...fields, addedLabelIds, removedLabelIds } };
    const facts = { wasDifferent: !isSo(now, wanted) };
    const about = { name: "issueUpdate", entity: "issue", facts };
    return issue.read(await change(provider, issueUpdateDocument, variables, about));
  },
});
