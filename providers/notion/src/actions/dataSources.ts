/** The actions on data sources, in the catalog's order. */
import { oneOf } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { dataSourceRequest, queryRequest } from "../client.ts";
import { entriesOf, incomplete, nextPageToken, notionId, paging } from "../fields.ts";
import { dataSourceSchema, pageSchema, readDataSource, readPage } from "../resources.ts";
import { reading } from "../scopes.ts";

const dataSourcesGet = defineAction({
  id: "dataSources.get",
  title: "Read a data source",
  description: "Reads the title and properties of a data source.",
  consent: "See the properties of your databases",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ dataSourceId: notionId("Id of the data source.") }, { additionalProperties: false }),
  output: dataSourceSchema,
  example: { dataSourceId: "00000000-0000-4000-a000-000000000051" },
  run: async ({ dataSourceId }, provider) =>
    readDataSource((await provider.read(dataSourceRequest(dataSourceId), { accept: [200] })).body),
});

const types = ["title", "rich_text", "number", "checkbox", "select", "status", "date", "url", "email"] as const;

const dataSourcesQuery = defineAction({
  id: "dataSources.query",
  title: "List the pages of a data source",
  description:
    "Lists the pages of a data source, most recently changed first, one page at a time, optionally filtered by the value of a property. Notion ends a list at 10,000 pages; `incomplete` says so.",
  consent: "Read the pages in your databases",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      dataSourceId: notionId("Id of the data source."),
      filter: Type.Optional(
        Type.Object(
          {
            property: Type.String({ description: "Name of the property.", minLength: 1, maxLength: 100 }),
            type: oneOf(types, "Type of the property, from `dataSources.get`."),
            equals: Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean()], {
              description:
                "Value of the property: a number for `number`, true or false for `checkbox`, otherwise a string.",
            }),
          },
          { additionalProperties: false, description: "Filter for the pages to list." },
        ),
      ),
      createdFrom: Type.Optional(
        Type.String({
          description:
            "Only pages created at this time or later, oldest first. To read on after an incomplete list, send the earliest time that you need, then the `createdAt` of the last page: pages of that minute come again.",
          maxLength: 30,
          pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?(Z|[+-]\\d\\d:\\d\\d)$",
        }),
      ),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      pages: Type.Array(pageSchema, { description: "The data source's pages, on this page of the list." }),
      unreadable: unreadableCount,
      incomplete,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {
    dataSourceId: "00000000-0000-4000-a000-000000000051",
    filter: { property: "Status", type: "status", equals: "Open" },
  },
  async run({ dataSourceId, filter, ...page }, provider) {
    const condition = filter && { property: filter.property, [filter.type]: { equals: filter.equals } };
    const { body } = await provider.read(queryRequest(dataSourceId, { ...page, filter: condition }), { accept: [200] });
    const { entries, ...ended } = entriesOf(body);
    const { items, unreadable } = readEntries(entries, readPage);
    return { pages: items, unreadable, ...ended };
  },
});

export const dataSourceActions = [dataSourcesGet, dataSourcesQuery];
