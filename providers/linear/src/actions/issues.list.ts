/** `issues.list`: lists issues. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging, uuid } from "../fields.ts";
import { issue } from "../resources.ts";
import { reading } from "../scopes.ts";

export const issuesList = defineAction({
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
