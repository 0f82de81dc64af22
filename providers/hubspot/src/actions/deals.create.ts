/** `deals.create`: creates a deal. */
import { creationAction } from "../creation.ts";
import { writing } from "../scopes.ts";

export const dealsCreate = creationAction({
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
