/** `contacts.search`: searches contacts. */
import { reading } from "../scopes.ts";
import { searchAction } from "../search.ts";

export const contactsSearch = searchAction({
  type: "contacts",
  many: "contacts",
  consent: "Search your contacts",
  requiredScopes: reading("contacts"),
  properties: ["email", "firstname", "lastname", "phone", "company"],
  example: { query: "rivera" },
});
