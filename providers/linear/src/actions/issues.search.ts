/** `issues.search`: searches issues by text. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { pageOf, readData } from "../client.ts";
import { searchDocument } from "../documents.ts";
import { nextPageToken, paging, uuid } from "../fields.ts";
import { issue } from "../resources.ts";
import { reading } from "../scopes.ts";

export const issuesSearch = defineAction({
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
