/** `pages.search`: searches pages and data sources by title. */
import { oneOf } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { searchRequest } from "../client.ts";
import { entriesOf, incomplete, nextPageToken, paging } from "../fields.ts";
import { foundSchema, readFound } from "../resources.ts";
import { reading } from "../scopes.ts";

export const pagesSearch = defineAction({
  id: "pages.search",
  title: "Search by title",
  description:
    "Searches the pages and data sources shared with the integration by title, one page at a time. Recent changes may be missing.",
  consent: "Search your pages and databases",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ description: "Part of the title.", minLength: 1, maxLength: 500 })),
      object: Type.Optional(oneOf(["page", "data_source"], "Only pages, or only data sources.")),
      ...paging,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      results: Type.Array(foundSchema, { description: "The pages and data sources found, on this page of the list." }),
      unreadable: unreadableCount,
      incomplete,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { query: "door", object: "page" },
  async run(input, provider) {
    const { body } = await provider.read(searchRequest(input), { accept: [200] });
    const { entries, ...ended } = entriesOf(body);
    const { items, unreadable } = readEntries(entries, readFound);
    return { results: items, unreadable, ...ended };
  },
});
