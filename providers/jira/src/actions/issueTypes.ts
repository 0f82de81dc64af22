/** Lists issue types. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { issueTypesRequest } from "../client.ts";
import { nextPageToken, pageSize, pageToken, projectKey } from "../fields.ts";
import { entriesOf, pageOf } from "../pages.ts";
import { issueType } from "../resources.ts";
import { reading } from "../scopes.ts";

const issueTypesList = defineAction({
  id: "issueTypes.list",
  title: "List issue types",
  description: "Lists the issue types of a project, one page at a time.",
  consent: "See the types of your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { projectKey, pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      issueTypes: Type.Array(issueType.schema, { description: "The issue types on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { projectKey: "ENG" },
  async run({ projectKey: key, ...page }, provider) {
    const { body } = await provider.read(issueTypesRequest(key, pageOf(page)), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body, "issueTypes");
    const { items, unreadable } = readEntries(entries, issueType.read);
    return { issueTypes: items, unreadable, nextPageToken: next };
  },
});

export const issueTypeActions = [issueTypesList];
