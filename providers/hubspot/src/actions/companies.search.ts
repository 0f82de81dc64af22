/** `companies.search`: searches companies. */
import { reading } from "../scopes.ts";
import { searchAction } from "../search.ts";

export const companiesSearch = searchAction({
  type: "companies",
  many: "companies",
  consent: "Search your companies",
  requiredScopes: reading("companies"),
  properties: ["name", "domain", "phone", "city"],
  example: { filters: [{ property: "domain", operator: "EQ", value: "example.com" }] },
});
