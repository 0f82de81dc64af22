/** Lists labels. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging } from "../fields.ts";
import { label } from "../resources.ts";
import { reading } from "../scopes.ts";

const labelsList = defineAction({
  id: "labels.list",
  title: "List labels",
  description: "Lists the issue labels of the workspace and its teams, one page at a time.",
  consent: "See the labels of your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      labels: Type.Array(label.schema, { description: "The labels on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run(page, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "issueLabels", page);
    const { items, unreadable } = readEntries(nodes, label.read);
    return { labels: items, unreadable, nextPageToken };
  },
});

export const labelActions = [labelsList];
