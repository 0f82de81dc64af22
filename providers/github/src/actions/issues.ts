/** The actions on issues, in the catalog's order. */
import { oneOf, summaryCount } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import {
  assignees,
  body,
  direction,
  etag,
  issuesPage,
  issueType,
  labelFilter,
  labels,
  milestone,
  milestoneFilter,
  nullable,
  number,
  owner,
  perPage,
  repo,
  since,
  stateFilter,
  title,
  userFilter,
} from "../fields.ts";
import { differingField, type UpdatedFields } from "../issue-state.ts";
import { findMarked, markFacts } from "../marked-lists.ts";
import { withMarker } from "../markers.ts";
import { nextIssuesPage, nextIssuesPageOf } from "../pages.ts";
import { previewCreation, previewUpdate } from "../previews.ts";
import { changeAt, readAt } from "../redirects.ts";
import {
  createIssueRequest,
  issueRequest,
  issuesRequest,
  type NumberedAddress,
  type RepositoryAddress,
  updateIssueRequest,
  userRequest,
} from "../requests.ts";
import { account } from "../resources/accounts.ts";
import { issue, writtenIssue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

const issuesList = defineAction({
  id: "issues.list",
  title: "List issues",
  description:
    "Lists the issues in a repository, one page at a time. GitHub considers every pull request an issue; its `pullRequest` isn't null.",
  consent: "See a repository's issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      owner,
      repo,
      state: Type.Optional(stateFilter),
      labels: Type.Optional(
        Type.Array(labelFilter, {
          description: "Names of labels. Returns only issues that have all of them.",
          minItems: 1,
          maxItems: 20,
          uniqueItems: true,
        }),
      ),
      assignee: Type.Optional(userFilter("Login of an assignee; `*` for any, `none` for issues without one.", true)),
      creator: Type.Optional(userFilter("Login of the author.")),
      mentioned: Type.Optional(userFilter("Login of a mentioned user.")),
      milestone: Type.Optional(milestoneFilter),
      since: Type.Optional(since),
      sort: Type.Optional(oneOf(["created", "updated", "comments"], "The sort key; created by default.")),
      direction: Type.Optional(direction),
      page: Type.Optional(issuesPage),
      perPage: Type.Optional(perPage),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      issues: summaryCount(Type.Array(issue.schema, { description: "The issues on this page." })),
      unreadable: unreadableCount,
      nextPage: nextIssuesPage,
    },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", state: "open", perPage: 10 },
  async run(input, provider) {
    const response = await readAt(provider, issuesRequest(input));
    const { items, unreadable } = readEntries(list(response.body), issue.read);
    return { issues: items, unreadable, nextPage: nextIssuesPageOf(response) };
  },
});

const issuesGet = defineAction({
  id: "issues.get",
  title: "Get an issue",
  description:
    "Reads one issue with its text. A transferred issue is read in its new repository: compare `htmlUrl` and `number`.",
  consent: "Read an issue",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ owner, repo, number, etag: Type.Optional(etag) }, { additionalProperties: false }),
  output: Type.Object(
    { ...conditionalFields, issue: nullable(issue.schema, "The issue; null if it hasn't changed.") },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", number: 1 },
  async run(input, provider) {
    const response = await readUnlessSame(provider, issueRequest(input), input.etag);
    const { notModified, etag } = response;
    return { notModified, etag, issue: response.notModified ? null : issue.read(response.body) };
  },
});

const issuesCreate = defineAction({
  id: "issues.create",
  title: "Create an issue",
  description:
    "Creates an issue and notifies the repository's watchers. GitHub silently drops labels, assignees and a milestone that " +
    "the user isn't allowed to set; the output shows what was set.",
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
  evidence: {
    strength: "strong",
    needs: ["issues.list", "user.get"],
    facts: markFacts,
    async settle(look) {
      // The input was valid when it was sent.
      const { owner, repo } = look.input as RepositoryAddress;
      return await findMarked(look, async () => {
        const { body } = await look.provider.read(userRequest, { accept: [200] });
        const filter = { creator: account.read(body).login, state: "all", sort: "created", direction: "desc" };
        return {
          request: (page) => issuesRequest({ owner, repo, ...filter, ...page }),
          isNewestFirst: true,
          output: writtenIssue.read,
        };
      });
    },
  },
  preview: {
    needs: ["repositories.get"],
    // The input was valid when it was proposed.
    read: async ({ owner, repo }, provider) => await previewCreation({ owner, repo } as RepositoryAddress, provider),
  },
  async run({ owner, repo, ...fields }, provider) {
    const marked = withMarker(fields.body ?? "", provider.marker);
    const sent = marked === null ? fields : { ...fields, body: marked };
    const request = createIssueRequest({ owner, repo }, sent);
    const { body } = await changeAt(provider, request, 201, { isMarked: marked !== null });
    return writtenIssue.read(body);
  },
});

const issuesUpdate = defineAction({
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

export const issueActions = [issuesList, issuesGet, issuesCreate, issuesUpdate];
