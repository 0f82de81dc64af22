/** `deals.update`: updates a deal. */
import { writing } from "../scopes.ts";
import { updateAction } from "../updating.ts";

export const dealsUpdate = updateAction({
  type: "deals",
  one: "deal",
  consent: "Change your deals",
  requiredScopes: writing("deals"),
  needs: ["deals.get"],
  example: { id: "301", values: [{ name: "dealstage", value: "closedwon" }] },
});
