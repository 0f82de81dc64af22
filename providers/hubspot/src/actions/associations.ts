/** The actions on associations, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { associatedType, readAssociations } from "../associations.ts";
import { associateRequest } from "../client.ts";
import { stateFacts } from "../evidence.ts";
import { nextPageToken, paging, recordId } from "../fields.ts";
import { type Pair, previewAssociation } from "../previews.ts";
import { associating, readingAssociations } from "../scopes.ts";

const associationsList = defineAction({
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

/** HubSpot's largest page. */
const page = { limit: 500 };

const associationsSet = defineAction({
  id: "associations.set",
  title: "Associate two records",
  description:
    "Associates two contacts, companies or deals, without a label. Changes nothing if they are already associated.",
  consent: "Associate your records",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: associating,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      from: associatedType("Type of the first record."),
      id: recordId("Id of the first record."),
      to: associatedType("Type of the second record."),
      toId: recordId("Id of the second record."),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { associated: Type.Literal(true, { description: "Always true." }) },
    { additionalProperties: false },
  ),
  example: { from: "contacts", id: "101", to: "companies", toId: "202" },
  evidence: {
    strength: "state",
    needs: ["associations.list"],
    facts: stateFacts,
    async settle({ input: { from = "", id = "", to = "", toId = "" }, facts, provider }) {
      const { ids } = await readAssociations(provider, { from, id, to }, page);
      if (!ids.includes(toId))
        return { verdict: "undetermined", why: "HubSpot doesn't list the records as associated." };
      const wasDifferent = facts?.wasDifferent ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { associated: true } };
    },
  },
  preview: {
    needs: ["associations.list", "contacts.get", "companies.get", "deals.get"],
    // The input was validated with the proposal.
    read: async (input, provider) => await previewAssociation(input as Pair, provider),
  },
  async run({ from, id, to, toId }, provider) {
    const { ids, nextPageToken } = await readAssociations(provider, { from, id, to }, page);
    // If there are more pages, they may have been associated before.
    const facts = { wasDifferent: nextPageToken === null && !ids.includes(toId) };
    await provider.change(associateRequest(from, id, to, toId), { accept: [200], facts });
    return { associated: true as const };
  },
});

export const associationActions = [associationsList, associationsSet];
