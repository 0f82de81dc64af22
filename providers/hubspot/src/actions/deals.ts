/** The actions on deals, in the catalog's order. */
import { creationAction } from "../creation.ts";
import { getAction } from "../reading.ts";
import { reading, writing } from "../scopes.ts";
import { searchAction } from "../search.ts";
import { updateAction } from "../updating.ts";

const dealsSearch = searchAction({
  type: "deals",
  many: "deals",
  consent: "Search your deals",
  requiredScopes: reading("deals"),
  properties: ["dealname", "amount", "dealstage", "pipeline", "closedate"],
  example: { query: "door" },
});

const dealsGet = getAction({
  type: "deals",
  one: "deal",
  consent: "Read your deals",
  requiredScopes: reading("deals"),
  properties: ["dealname", "amount", "dealstage", "pipeline", "closedate"],
  example: { id: "301" },
});

const dealsCreate = creationAction({
  type: "deals",
  one: "deal",
  consent: "Create deals",
  requiredScopes: writing("deals"),
  needs: ["deals.get"],
  example: {
    values: [
      { name: "dealname", value: "Ten doors" },
      { name: "amount", value: "900" },
    ],
  },
});

const dealsUpdate = updateAction({
  type: "deals",
  one: "deal",
  consent: "Change your deals",
  requiredScopes: writing("deals"),
  needs: ["deals.get"],
  example: { id: "301", values: [{ name: "dealstage", value: "closedwon" }] },
});

export const dealActions = [dealsSearch, dealsGet, dealsCreate, dealsUpdate];
