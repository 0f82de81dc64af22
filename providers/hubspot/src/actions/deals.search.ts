/** `deals.search`: searches deals. */
import { reading } from "../scopes.ts";
import { searchAction } from "../search.ts";

export const dealsSearch = searchAction({
  type: "deals",
  many: "deals",
  consent: "Search your deals",
  requiredScopes: reading("deals"),
  properties: ["dealname", "amount", "dealstage", "pipeline", "closedate"],
  example: { query: "door" },
});
