/** `tickets.search`: searches tickets. */
import { reading } from "../scopes.ts";
import { searchAction } from "../search.ts";

export const ticketsSearch = searchAction({
  type: "tickets",
  many: "tickets",
  consent: "Search your tickets",
  requiredScopes: reading("tickets"),
  properties: ["subject", "content", "hs_pipeline", "hs_pipeline_stage"],
  example: { query: "door" },
});
