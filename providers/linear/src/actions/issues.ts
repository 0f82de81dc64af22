/** The actions on issues, in the catalog's order. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { orNull, shape, text, time } from "@svc/provider-kit/shape";
import { type Static, Type } from "typebox";
import { change, pageOf, readData, readPage } from "../client.ts";
import { issueArchiveDocument, issueCreateDocument, issueUpdateDocument, searchDocument } from "../documents.ts";
import { readIssue, settleById, stateFacts } from "../evidence.ts";
import { description, dueDate, issueId, labelIds, nextPageToken, paging, priority, title, uuid } from "../fields.ts";
import { previewArchive, previewCreation, previewUpdate } from "../previews.ts";
import { issue, writtenIssue } from "../resources.ts";
import { creatingIssues, reading, writing } from "../scopes.ts";

const issuesList = defineAction({
  id: "issues.list",
  title: "List issues",
  description:
    "Lists the issues that the user can see, one page at a time, optionally filtered by team, assignee, state, label or project.",
  consent: "See the issues in your workspace",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      teamId: Type.Optional(uuid("Only issues of this team.")),
      assigneeId: Type.Optional(uuid("Only issues assigned to this user.")),
      stateId: Type.Optional(uuid("Only issues in this state.")),
      labelId: Type.Optional(uuid("Only issues with this label.")),
      projectId: Type.Optional(uuid("Only issues in this project.")),
      includeArchived: Type.Optional(
        Type.Boolean({ description: "Whether to include archived issues; false by default." }),
      ),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      issues: Type.Array(issue.schema, { description: "The issues on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { teamId: "00000000-0000-4000-a000-000000000001" },
  async run({ teamId, assigneeId, stateId, labelId, projectId, ...page }, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "issues", {
      ...page,
      filter: {
        ...equals("team", teamId),
        ...equals("assignee", assigneeId),
        ...equals("state", stateId),
        ...equals("labels", labelId),
        ...equals("project", projectId),
      },
    });
    const { items, unreadable } = readEntries(nodes, issue.read);
    return { issues: items, unreadable, nextPageToken };
  },
});

function equals(member: string, id: string | undefined): Readonly<Record<string, unknown>> {
  return id === undefined ? {} : { [member]: { id: { eq: id } } };
}

const issuesGet = defineAction({
  id: "issues.get",
  title: "Read an issue",
  description: "Reads an issue, archived or not.",
  consent: "Read your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueId }, { additionalProperties: false }),
  output: issue.schema,
  example: { issueId: "ENG-1" },
  run: async ({ issueId }, provider) => await readIssue(provider, issueId),
});

const issuesSearch = defineAction({
  id: "issues.search",
  title: "Search issues",
  description:
    "Searches issues by words in their title and description, one page at a time. Linear allows 30 searches per minute.",
  consent: "Search your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      term: Type.String({ description: "Words to search for.", minLength: 1, maxLength: 500 }),
      teamId: Type.Optional(uuid("Only issues of this team.")),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      issues: Type.Array(issue.schema, { description: "The issues on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { term: "door" },
  async run({ term, teamId, pageSize = 50, pageToken }, provider) {
    const filter = teamId === undefined ? undefined : { team: { id: { eq: teamId } } };
    const variables = { term, filter, first: pageSize, after: pageToken };
    const { nodes, nextPageToken } = pageOf(await readData(provider, searchDocument, variables, "searchIssues"));
    const { items, unreadable } = readEntries(nodes, issue.read);
    return { issues: items, unreadable, nextPageToken };
  },
});

const issuesCreate = defineAction({
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
  output: writtenIssue.schema,
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

/**
 * Returns whether an issue already has the requested values.
 * @param isDescription whether a text is the requested one.
 */
function isSo(
  now: Static<typeof issue.schema>,
  wanted: Omit<Partial<Static<typeof changesSchema>>, "description">,
  isDescription: ((text: string) => boolean) | null,
): boolean {
  const { addLabelIds = [], removeLabelIds = [], ...fields } = wanted;
  const same: Readonly<Record<string, unknown>> = {
    ...now,
    assigneeId: now.assignee?.id,
    stateId: now.state.id,
    projectId: now.project?.id,
  };
  return (
    (isDescription === null || isDescription(now.description ?? "")) &&
    Object.entries(fields).every(([name, value]) => value === undefined || same[name] === value) &&
    addLabelIds.every((id) => now.labelIds.includes(id)) &&
    !removeLabelIds.some((id) => now.labelIds.includes(id))
  );
}

const updateFacts = Type.Object(
  {
    ...stateFacts.properties,
    setsDescription: Type.Boolean({ description: "Whether the update sets the description." }),
  },
  { additionalProperties: false },
);

const issuesUpdate = defineAction({
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
  output: writtenIssue.schema,
  example: { issueId: "ENG-1", priority: 2 },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: updateFacts,
    compares: ["description"],
    async settle({ input: { issueId = "", ...wanted }, facts, provider, sameAsSent }) {
      if (facts === null) return { verdict: "undetermined", why: "Whether the update had a description isn't known." };
      const now = await readIssue(provider, issueId);
      const isDescription = facts.setsDescription ? (text: string) => sameAsSent("description", text) : null;
      if (!isSo(now, wanted, isDescription)) {
        return { verdict: "undetermined", why: "The issue doesn't have the requested values." };
      }
      return { verdict: "applied", basis: "state", wasDifferent: facts.wasDifferent, output: now };
    },
  },
  preview: {
    needs: ["issues.get", "states.list", "users.list"],
    read: async (input, provider, withheld) => await previewUpdate(input, provider, withheld),
  },
  async run({ issueId, ...wanted }, provider) {
    const now = await readIssue(provider, issueId);
    const { addLabelIds: addedLabelIds, removeLabelIds: removedLabelIds, ...fields } = wanted;
    const variables = { id: now.id, input: { ...fields, addedLabelIds, removedLabelIds } };
    const { description, ...others } = wanted;
    const isDescription = description === undefined ? null : (text: string) => text === description;
    const facts = { wasDifferent: !isSo(now, others, isDescription), setsDescription: description !== undefined };
    const about = { name: "issueUpdate", entity: "issue", facts };
    return issue.read(await change(provider, issueUpdateDocument, variables, about));
  },
});

const archived = shape({
  id: text("id", "Id of the issue."),
  archivedAt: orNull(time("archivedAt", "When it was archived.")),
});

const issuesArchive = defineAction({
  id: "issues.archive",
  title: "Archive an issue",
  description: "Archives an issue. Lists leave it out, but it can still be read and restored.",
  consent: "Archive your issues",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ issueId }, { additionalProperties: false }),
  output: archived.schema,
  example: { issueId: "ENG-2" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: stateFacts,
    async settle({ input: { issueId = "" }, facts, provider }) {
      const { id, archivedAt } = await readIssue(provider, issueId);
      if (archivedAt === null) return { verdict: "undetermined", why: "The issue isn't archived." };
      const wasDifferent = facts?.wasDifferent ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { id, archivedAt } };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewArchive(input, provider),
  },
  async run({ issueId }, provider) {
    const { id, archivedAt } = await readIssue(provider, issueId);
    const about = { name: "issueArchive", entity: "entity", facts: { wasDifferent: archivedAt === null } };
    return archived.read(await change(provider, issueArchiveDocument, { id }, about));
  },
});

export const issueActions = [issuesList, issuesGet, issuesSearch, issuesCreate, issuesUpdate, issuesArchive];
