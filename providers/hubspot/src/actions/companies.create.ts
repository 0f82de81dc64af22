/** `companies.create`: creates a company. */
import { creationAction } from "../creation.ts";
import { writing } from "../scopes.ts";

export const companiesCreate = creationAction({
  type: "companies",
  one: "company",
  consent: "Create companies",
  requiredScopes: writing("companies"),
  needs: ["companies.get"],
  example: { values: [{ name: "name", value: "Door & Co" }] },
});
