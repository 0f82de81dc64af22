/** `worklogs.list`: lists the time logged on an issue. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { worklogsRequest } from "../client.ts";
import { issueKey, nextPageToken, pageSize, pageToken } from "../fields.ts";
import { entriesOf, pageOf } from "../pages.ts";
import { worklog } from "../resources.ts";
import { reading } from "../scopes.ts";

export const worklogsList = defineAction({
  id: "worklogs.list",
  title: "List work logs",
  description: "Lists the work log entries of an issue, oldest first, one page at a time.",
  consent: "See the work logged on your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { issueKey, pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      worklogs: Type.Array(worklog.schema, { description: "The work log entries on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1" },
  async run({ issueKey: key, ...page }, provider) {
    const { body } = await provider.read(worklogsRequest(key, pageOf(page)), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body, "worklogs");
    const { items, unreadable } = readEntries(entries, worklog.read);
    return { worklogs: items, unreadable, nextPageToken: next };
  },
});
