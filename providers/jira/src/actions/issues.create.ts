/** `issues.create`: creates an issue. */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { toAdf } from "../adf.ts";
import { createRequest, propertyKey, searchRequest } from "../client.ts";
import { clockSkewMs, issueHasMarker } from "../evidence.ts";
import { accountId, dueDate, issueKey, labels, longText, priority, projectKey, summary } from "../fields.ts";
import { previewCreation } from "../previews.ts";
import { createdIssue } from "../resources.ts";
import { writing } from "../scopes.ts";

export const issuesCreate = defineAction({
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
