/** The actions on companies, in the catalog's order. */
import { creationAction } from "../creation.ts";
import { getAction } from "../reading.ts";
import { reading, writing } from "../scopes.ts";
import { searchAction } from "../search.ts";

const companiesSearch = searchAction({
  type: "companies",
  many: "companies",
  consent: "Search your companies",
  requiredScopes: reading("companies"),
  properties: ["name", "domain", "phone", "city"],
  example: { filters: [{ property: "domain", operator: "EQ", value: "example.com" }] },
});

const companiesGet = getAction({
  type: "companies",
  one: "company",
  consent: "Read your companies",
  requiredScopes: reading("companies"),
  properties: ["name", "domain", "phone", "city"],
  example: { id: "201" },
});

const companiesCreate = creationAction({
  type: "companies",
  one: "company",
  consent: "Create companies",
  requiredScopes: writing("companies"),
  needs: ["companies.get"],
  example: { values: [{ name: "name", value: "Door & Co" }] },
});

export const companyActions = [companiesSearch, companiesGet, companiesCreate];
