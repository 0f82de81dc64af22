/** Lists teams. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging } from "../fields.ts";
import { team } from "../resources.ts";
import { reading } from "../scopes.ts";

const teamsList = defineAction({
  id: "teams.list",
  title: "List teams",
  description: "Lists the teams of the workspace, one page at a time.",
  consent: "See your teams",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      teams: Type.Array(team.schema, { description: "The teams on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run(page, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "teams", page);
    const { items, unreadable } = readEntries(nodes, team.read);
    return { teams: items, unreadable, nextPageToken };
  },
});

export const teamActions = [teamsList];
