/** `deals.get`: reads a deal. */
import { getAction } from "../reading.ts";
import { reading } from "../scopes.ts";

export const dealsGet = getAction({
  type: "deals",
  one: "deal",
  consent: "Read your deals",
  requiredScopes: reading("deals"),
  properties: ["dealname", "amount", "dealstage", "pipeline", "closedate"],
  example: { id: "301" },
});
