/** Lists workflow states. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging, uuid } from "../fields.ts";
import { state } from "../resources.ts";
import { reading } from "../scopes.ts";

const statesList = defineAction({
  id: "states.list",
  title: "List workflow states",
  description: "Lists the workflow states that issues can have, one page at a time, optionally of one team only.",
  consent: "See the states of your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { teamId: Type.Optional(uuid("Only states of this team.")), ...paging },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      states: Type.Array(state.schema, { description: "The workflow states on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { teamId: "00000000-0000-4000-a000-000000000001" },
  async run({ teamId, ...page }, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "workflowStates", {
      ...page,
      filter: teamId === undefined ? {} : { team: { id: { eq: teamId } } },
    });
    const { items, unreadable } = readEntries(nodes, state.read);
    return { states: items, unreadable, nextPageToken };
  },
});

export const stateActions = [statesList];
