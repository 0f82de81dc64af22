/** The actions on tickets, in the catalog's order. */
import { creationAction } from "../creation.ts";
import { getAction } from "../reading.ts";
import { reading, writing } from "../scopes.ts";
import { searchAction } from "../search.ts";

const ticketsSearch = searchAction({
  type: "tickets",
  many: "tickets",
  consent: "Search your tickets",
  requiredScopes: reading("tickets"),
  properties: ["subject", "content", "hs_pipeline", "hs_pipeline_stage"],
  example: { query: "door" },
});

const ticketsGet = getAction({
  type: "tickets",
  one: "ticket",
  consent: "Read your tickets",
  requiredScopes: reading("tickets"),
  properties: ["subject", "content", "hs_pipeline", "hs_pipeline_stage"],
  example: { id: "401" },
});

const ticketsCreate = creationAction({
  type: "tickets",
  one: "ticket",
  consent: "Create tickets",
  requiredScopes: writing("tickets"),
  needs: ["tickets.get"],
  example: {
    values: [
      { name: "subject", value: "The door squeaks" },
      { name: "hs_pipeline_stage", value: "1" },
    ],
  },
});

export const ticketActions = [ticketsSearch, ticketsGet, ticketsCreate];
