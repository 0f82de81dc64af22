/** Builds the `search` action of each type: https://developers.hubspot.com/docs/api-reference/search */
import { oneOf } from "@svc/contract";
import { defineAction, ProviderFailure, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { searchRequest, type ObjectType } from "./client.ts";
import { entriesOf, nextPageToken, paging, propertyNames } from "./fields.ts";
import { objectSchema, readObject } from "./resources.ts";

/** The number of records that HubSpot pages through. */
const hitsMax = 10_000;

const filters = Type.Array(
  Type.Object(
    {
      property: Type.String({
        description: "Internal name of the property.",
        maxLength: 100,
        pattern: "^[a-z][a-z0-9_]*$",
      }),
      operator: oneOf(
        ["EQ", "NEQ", "LT", "LTE", "GT", "GTE", "CONTAINS_TOKEN", "HAS_PROPERTY", "NOT_HAS_PROPERTY"],
        "Comparison operator.",
      ),
      value: Type.Optional(Type.String({ description: "Value to compare with.", maxLength: 3000 })),
    },
    { additionalProperties: false },
  ),
  { description: "Conditions, all of which must hold.", minItems: 1, maxItems: 6 },
);

/** Builds the search action of a type. */
export function searchAction(about: {
  type: ObjectType;
  many: string;
  consent: string;
  requiredScopes: readonly string[];
  properties: readonly string[];
  example: Readonly<Record<string, unknown>>;
}) {
  const { type, many, properties: usual, ...own } = about;
  return defineAction({
    id: `${type}.search`,
    title: `Search ${many}`,
    description: `Searches ${many} by text and by property, one page at a time, up to 10,000 records. Recent changes may be missing.`,
    effect: "read",
    idempotency: "safe",
    mcp: true,
    sensitiveOutput: false,
    ...own,
    input: Type.Object(
      {
        query: Type.Optional(
          Type.String({ description: "Text to find in the default text properties.", minLength: 1, maxLength: 500 }),
        ),
        filters: Type.Optional(filters),
        properties: Type.Optional(propertyNames),
        ...paging,
      },
      { additionalProperties: false },
    ),
    output: Type.Object(
      {
        records: Type.Array(objectSchema, { description: "The records on this page." }),
        unreadable: unreadableCount,
        total: Type.Integer({ description: "Number of matching records.", minimum: 0 }),
        nextPageToken,
      },
      { additionalProperties: false },
    ),
    async run(
      { query, filters: conditions = [], properties = usual, pageSize: limit = 50, pageToken: after },
      provider,
    ) {
      if (Number(after ?? "0") + limit > hitsMax) {
        throw new ProviderFailure({
          code: "PROVIDER_REJECTED",
          detail: "HubSpot doesn't page beyond 10,000 records. Narrow the search. Nothing was sent.",
        });
      }
      const named = conditions.map(({ property, ...condition }) => ({ propertyName: property, ...condition }));
      const filterGroups = named.length === 0 ? [] : [{ filters: named }];
      const request = searchRequest(type, { query, filterGroups, properties, limit, after });
      const { entries, total, nextPageToken: next } = entriesOf((await provider.read(request, { accept: [200] })).body);
      const { items, unreadable } = readEntries(entries, readObject);
      return { records: items, unreadable, total: total ?? entries.length, nextPageToken: next };
    },
  });
}
