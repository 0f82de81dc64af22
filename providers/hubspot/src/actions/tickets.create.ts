/** `tickets.create`: creates a ticket. */
import { creationAction } from "../creation.ts";
import { writing } from "../scopes.ts";

export const ticketsCreate = creationAction({
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
