/** `contacts.get`: reads a contact. */
import { getAction } from "../reading.ts";
import { reading } from "../scopes.ts";

export const contactsGet = getAction({
  type: "contacts",
  one: "contact",
  consent: "Read your contacts",
  requiredScopes: reading("contacts"),
  properties: ["email", "firstname", "lastname", "phone", "company"],
  example: { id: "101" },
});
