/** The actions on issues, in the catalog's order. */
import { defineAction, OutcomeUnknown, ProviderFailure, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";
import { type Static, Type } from "typebox";
import { normalized, toAdf } from "../adf.ts";
import {
  assignRequest,
  createRequest,
  propertyKey,
  searchRequest,
  transitionRequest,
  updateRequest,
} from "../client.ts";
import { refuse } from "../errors.ts";
import { clockSkewMs, issueHasMarker, readIssue, stateFacts } from "../evidence.ts";
import {
  accountId,
  dueDate,
  issueKey,
  labels,
  longText,
  nextPageToken,
  pageSize,
  priority,
  projectKey,
  summary,
} from "../fields.ts";
import { findTransition, previewAssignment, previewCreation, previewTransition, previewUpdate } from "../previews.ts";
import { createdIssue, issue } from "../resources.ts";
import { reading, writing } from "../scopes.ts";

/** Returns whether JQL has a condition. Jira refuses a search for all issues. */
function isBounded(jql: string): boolean {
  return jql.replace(/\border\s+by\b[^]*$/i, "").trim() !== "";
}

const issuesSearch = defineAction({
  id: "issues.search",
  title: "Search issues",
  description: "Searches issues with JQL, one page at a time. The JQL must have a condition, such as `project = ENG`.",
  consent: "Search your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      jql: Type.String({
        description: 'JQL query, such as `project = ENG AND status = "In Progress" ORDER BY updated DESC`.',
        minLength: 1,
        maxLength: 2000,
      }),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(
        Type.String({ description: "`nextPageToken` of the previous page.", maxLength: 2048, pattern: "^[!-~]+$" }),
      ),
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
  example: { jql: "project = ENG ORDER BY updated DESC" },
  async run({ jql, pageSize: maxResults = 50, pageToken }, provider) {
    if (!isBounded(jql)) {
      throw new ProviderFailure({
        code: "PROVIDER_REJECTED",
        detail:
          "Jira doesn't allow a search for all issues. Add a condition to the JQL, such as a project. Nothing was sent.",
      });
    }
    const request = searchRequest({ jql, maxResults, nextPageToken: pageToken });
    const { body } = await provider.read(request, { accept: [200] });
    const { issues, isLast, nextPageToken: next } = record(body);
    const { items, unreadable } = readEntries(list(issues), issue.read);
    const isEnd = isLast === true || next === undefined || next === null;
    return { issues: items, unreadable, nextPageToken: isEnd ? null : textOf(next) };
  },
});

const issuesGet = defineAction({
  id: "issues.get",
  title: "Read an issue",
  description: "Reads an issue. The description is returned as plain text.",
  consent: "Read your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey }, { additionalProperties: false }),
  output: issue.schema,
  example: { issueKey: "ENG-1" },
  run: async ({ issueKey }, provider) => await readIssue(provider, issueKey),
});

const issuesCreate = defineAction({
  id: "issues.create",
  title: "Create an issue",
  description: "Creates an issue. The issue gets a property with a marker, so that a lost response can be settled.",
  consent: "Create issues as you",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      projectKey,
      issueType: Type.String({
        description: "Name of the issue type, from `issueTypes.list`.",
        minLength: 1,
        maxLength: 60,
      }),
      summary,
      description: Type.Optional(longText("Description of the issue.")),
      assigneeId: Type.Optional(accountId),
      priority: Type.Optional(priority),
      labels: Type.Optional(labels("Labels of the issue.")),
      dueDate: Type.Optional(dueDate),
      parentKey: Type.Optional({ ...issueKey, description: "Key of the parent issue." }),
    },
    { additionalProperties: false },
  ),
  output: createdIssue.schema,
  example: { projectKey: "ENG", issueType: "Task", summary: "The door squeaks" },
  evidence: {
    strength: "weak",
    needs: ["issues.search"],
    async settle({ input: { projectKey = "" }, marker, sentAt, nowMs, provider }) {
      const minutes = Math.ceil((nowMs - sentAt + clockSkewMs) / 60_000);
      const jql = `project = "${projectKey}" AND creator = currentUser() AND created >= "-${String(minutes)}m" ORDER BY created ASC`;
      const request = searchRequest({ jql, maxResults: 100, properties: propertyKey });
      const { body } = await provider.read(request, { accept: [200] });
      const found = list(record(body)["issues"]).find((one) => issueHasMarker(one, marker.hex));
      if (found !== undefined) return { verdict: "applied", basis: "marker", output: createdIssue.read(found) };
      return { verdict: "undetermined", why: "The search finds no such issue, but the index may lag behind." };
    },
  },
  preview: {
    needs: ["projects.list"],
    read: async (input, provider) => await previewCreation(input, provider),
  },
  async run(
    { projectKey: key, issueType, description, assigneeId, priority: level, dueDate: due, parentKey, ...fields },
    provider,
  ) {
    const request = createRequest(
      {
        project: { key },
        issuetype: { name: issueType },
        ...fields,
        ...(description === undefined ? {} : { description: toAdf(description) }),
        ...(assigneeId === undefined ? {} : { assignee: { accountId: assigneeId } }),
        ...(level === undefined ? {} : { priority: { name: level } }),
        ...(due === undefined ? {} : { duedate: due }),
        ...(parentKey === undefined ? {} : { parent: { key: parentKey } }),
      },
      provider.marker.hex,
    );
    return createdIssue.read((await provider.change(request, { accept: [201] })).body);
  },
});

const changes = {
  summary: Type.Optional(summary),
  description: Type.Optional(longText("Description of the issue.")),
  priority: Type.Optional(priority),
  dueDate: Type.Optional(dueDate),
  addLabels: Type.Optional(labels("Labels to add.")),
  removeLabels: Type.Optional(labels("Labels to remove.")),
};
const changesSchema = Type.Object(changes);
type Changes = Partial<Static<typeof changesSchema>>;

/**
 * Returns whether an issue already has the requested values.
 * @param isDescription whether a text is the requested one.
 */
function isSo(
  now: Static<typeof issue.schema>,
  { addLabels = [], removeLabels = [], ...wanted }: Omit<Changes, "description">,
  isDescription: ((text: string) => boolean) | null,
): boolean {
  return (
    (isDescription === null || isDescription(now.description)) &&
    Object.entries(wanted).every(([name, value]) => value === undefined || now[name as keyof typeof now] === value) &&
    addLabels.every((label) => now.labels.includes(label)) &&
    !removeLabels.some((label) => now.labels.includes(label))
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
  consent: "Change issues as you",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey, ...changes }, { additionalProperties: false }),
  output: Type.Object(
    { issueKey, updated: Type.Literal(true, { description: "Always true." }) },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1", priority: "High" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: updateFacts,
    compares: ["description"],
    async settle({ input: { issueKey: key = "", ...wanted }, facts, provider, sameAsSent }) {
      if (facts === null) return { verdict: "undetermined", why: "Whether the update had a description isn't known." };
      const isDescription = facts.setsDescription ? (text: string) => sameAsSent("description", text) : null;
      if (!isSo(await readIssue(provider, key), wanted, isDescription)) {
        return {
          verdict: "undetermined",
          why: "The issue doesn't have the requested values, or Jira stores its description in another form.",
        };
      }
      const output = { issueKey: key, updated: true };
      return { verdict: "applied", basis: "state", wasDifferent: facts.wasDifferent, output };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider, withheld) => await previewUpdate(input, provider, withheld),
  },
  async run({ issueKey: key, ...wanted }, provider) {
    const { description, ...others } = wanted;
    const isDescription = description === undefined ? null : (text: string) => text === normalized(description);
    const wasDifferent = !isSo(await readIssue(provider, key), others, isDescription);
    const { addLabels = [], removeLabels = [], priority: level, dueDate: due, summary: title } = others;
    const fields = {
      summary: title,
      ...(description === undefined ? {} : { description: toAdf(description) }),
      ...(level === undefined ? {} : { priority: { name: level } }),
      duedate: due,
    };
    const operations = [...addLabels.map((add) => ({ add })), ...removeLabels.map((remove) => ({ remove }))];
    const update = operations.length === 0 ? {} : { labels: operations };
    const facts = { wasDifferent, setsDescription: description !== undefined };
    await provider.change(updateRequest(key, { fields, update }), { accept: [204], facts });
    return { issueKey: key, updated: true as const };
  },
});

const assignee = Type.Union([accountId, Type.Null()], {
  description: "Id of the user, from `users.find`; null for no assignee.",
});

const issuesAssign = defineAction({
  id: "issues.assign",
  title: "Assign an issue",
  description: "Assigns an issue to a user, or removes the assignee.",
  consent: "Assign issues",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey, assigneeId: assignee }, { additionalProperties: false }),
  output: Type.Object({ issueKey, assigneeId: assignee }, { additionalProperties: false }),
  example: { issueKey: "ENG-1", assigneeId: "5b10a2844c20165700ede22g" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: stateFacts,
    async settle({ input: { issueKey: key = "", assigneeId = null }, facts, provider }) {
      const now = (await readIssue(provider, key)).assignee?.accountId ?? null;
      if (now !== assigneeId) return { verdict: "undetermined", why: "The issue doesn't have the requested assignee." };
      const output = { issueKey: key, assigneeId };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["issues.get", "users.find"],
    read: async (input, provider) => await previewAssignment(input, provider),
  },
  async run({ issueKey: key, assigneeId }, provider) {
    const before = (await readIssue(provider, key)).assignee?.accountId ?? null;
    const facts = { wasDifferent: before !== assigneeId };
    await provider.change(assignRequest(key, assigneeId), { accept: [204], facts });
    return { issueKey: key, assigneeId };
  },
});

const statusId = Type.String({ description: "Id of the new status.", maxLength: 64 });

const issuesTransition = defineAction({
  id: "issues.transition",
  title: "Move an issue to another status",
  description: "Moves an issue to another status with one of the transitions from `transitions.list`.",
  consent: "Move issues to another status",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      issueKey,
      transitionId: Type.String({
        description: "Id of the transition, from `transitions.list`.",
        maxLength: 18,
        pattern: "^[0-9]+$",
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ issueKey, statusId }, { additionalProperties: false }),
  example: { issueKey: "ENG-1", transitionId: "21" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: Type.Object(
      { statusId, wasDifferent: Type.Boolean({ description: "Whether it had another status before the change." }) },
      { additionalProperties: false },
    ),
    async settle({ input: { issueKey: key = "" }, facts, provider }) {
      if (facts === null) return { verdict: "undetermined", why: "The target status of the transition isn't known." };
      const { status } = await readIssue(provider, key);
      if (status.id !== facts.statusId) return { verdict: "undetermined", why: "The issue has another status." };
      const output = { issueKey: key, statusId: status.id };
      return { verdict: "applied", basis: "state", wasDifferent: facts.wasDifferent, output };
    },
  },
  preview: {
    needs: ["issues.get", "transitions.list"],
    read: async (input, provider) => await previewTransition(input, provider),
  },
  async run({ issueKey: key, transitionId }, provider) {
    const { status } = await readIssue(provider, key);
    const chosen = await findTransition(provider, key, transitionId);
    const facts = { statusId: chosen.to.id, wasDifferent: status.id !== chosen.to.id };
    const response = await provider.change(transitionRequest(key, transitionId), { accept: [204, 400, 409], facts });
    if (response.status !== 204) {
      // A copy of this request, made on the way, may have made the transition. Then the issue no longer has it.
      const now = facts.wasDifferent ? (await readIssue(provider, key)).status.id : null;
      if (now === facts.statusId) throw new OutcomeUnknown();
      throw new ProviderFailure(refuse(response, { credentialKind: provider.credentialKind, change: true }));
    }
    return { issueKey: key, statusId: chosen.to.id };
  },
});

export const issueActions = [issuesSearch, issuesGet, issuesCreate, issuesUpdate, issuesAssign, issuesTransition];
