/** `tickets.get`: reads a ticket. */
import { getAction } from "../reading.ts";
import { reading } from "../scopes.ts";

export const ticketsGet = getAction({
  type: "tickets",
  one: "ticket",
  consent: "Read your tickets",
  requiredScopes: reading("tickets"),
  properties: ["subject", "content", "hs_pipeline", "hs_pipeline_stage"],
  example: { id: "401" },
});
