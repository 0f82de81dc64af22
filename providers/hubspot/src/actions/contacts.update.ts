/** `contacts.update`: updates a contact. */
import { writing } from "../scopes.ts";
import { updateAction } from "../updating.ts";

export const contactsUpdate = updateAction({
  type: "contacts",
  one: "contact",
  consent: "Change your contacts",
  requiredScopes: writing("contacts"),
  needs: ["contacts.get"],
  example: { id: "101", values: [{ name: "phone", value: "+41 44 000 00 00" }] },
});
