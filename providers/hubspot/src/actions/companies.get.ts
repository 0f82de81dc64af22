/** `companies.get`: reads a company. */
import { getAction } from "../reading.ts";
import { reading } from "../scopes.ts";

export const companiesGet = getAction({
  type: "companies",
  one: "company",
  consent: "Read your companies",
  requiredScopes: reading("companies"),
  properties: ["name", "domain", "phone", "city"],
  example: { id: "201" },
});
