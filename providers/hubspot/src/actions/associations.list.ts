/** `associations.list`: lists the records associated with a record. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { associatedType, readAssociations } from "../associations.ts";
import { nextPageToken, paging, recordId } from "../fields.ts";
import { readingAssociations } from "../scopes.ts";

export const associationsList = defineAction({
  id: "associations.list",
  title: "List associations",
  description: "Lists the ids of the contacts, companies or deals associated with a record, one page at a time.",
  consent: "See how your records are associated",
  effect: "read",
  idempotency: "safe",
  requiredScopes: readingAssociations,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      from: associatedType("Type of the record."),
      id: recordId("Id of the record."),
      to: associatedType("Type of the records to list."),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      ids: Type.Array(Type.String({ description: "Id of a record." }), {
        description: "Ids of the associated records.",
      }),
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { from: "contacts", id: "101", to: "companies" },
  run: async ({ pageSize: limit = 50, pageToken: after, ...of }, provider) =>
    await readAssociations(provider, of, { limit, after }),
});
