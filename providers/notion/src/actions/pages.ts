/** The actions on pages, in the catalog's order. */
import { content as asContent, oneOf } from "@svc/contract";
import { defineAction, ProviderFailure, readEntries, unreadableCount } from "@svc/provider-kit";
import { flag, shape, text } from "@svc/provider-kit/shape";
import { type Static, Type } from "typebox";
import { createPageRequest, markdownRequest, searchRequest, updatePageRequest } from "../client.ts";
import { findMarked, readNow, stateFacts } from "../evidence.ts";
import { entriesOf, incomplete, nextPageToken, notionId, pageId, paging } from "../fields.ts";
import { previewCreation, previewTrash, previewUpdate } from "../previews.ts";
import { type PropertyValue, propertyValues, textOfValue, toProperties } from "../properties.ts";
import { foundSchema, pageSchema, readFound, readPage } from "../resources.ts";
import { toRichText } from "../rich-text.ts";
import { inserting, reading, updating } from "../scopes.ts";

const pagesSearch = defineAction({
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

const pagesGet = defineAction({
  id: "pages.get",
  title: "Read a page's properties",
  description: "Reads the title and properties of a page. For its content, use `pages.markdown` or `blocks.list`.",
  consent: "Read your pages",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ pageId }, { additionalProperties: false }),
  output: pageSchema,
  example: { pageId: "00000000-0000-4000-a000-000000000001" },
  run: async ({ pageId }, provider) => await readNow(provider, pageId),
});

const content = shape({
  markdown: text("markdown", "Content of the page, in Markdown."),
  truncated: flag("truncated", "Whether the content is incomplete because the page is too long."),
});

const pagesMarkdown = defineAction({
  id: "pages.markdown",
  title: "Read a page as Markdown",
  description: "Reads the content of a page as Markdown.",
  consent: "Read the text of your pages",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ pageId }, { additionalProperties: false }),
  output: content.schema,
  example: { pageId: "00000000-0000-4000-a000-000000000001" },
  run: async ({ pageId }, provider) =>
    content.read((await provider.read(markdownRequest(pageId), { accept: [200] })).body),
});

const pagesCreate = defineAction({
  id: "pages.create",
  title: "Create a page",
  description:
    "Creates a page in another page, or in a data source with properties. Set `markerProperty` to a text property of the data source that was created for this, so that a lost response can be settled.",
  consent: "Create pages in the content that you share",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: inserting,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      parentPageId: Type.Optional(notionId("Id of the parent page. Set either this or `dataSourceId`.")),
      dataSourceId: Type.Optional(notionId("Id of the parent data source.")),
      title: Type.String({ description: "Title of the page.", minLength: 1, maxLength: 2000 }),
      properties: Type.Optional(propertyValues),
      markdown: Type.Optional(
        asContent(Type.String({ description: "Content of the page, in Markdown.", minLength: 1, maxLength: 100_000 })),
      ),
      markerProperty: Type.Optional(
        Type.String({
          description:
            "Name of a text property of the data source, created to store the execution's marker. With it, a lost response can be settled.",
          minLength: 1,
          maxLength: 100,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: pageSchema,
  example: { parentPageId: "00000000-0000-4000-a000-000000000001", title: "The door squeaks" },
  evidence: {
    strength: "weak",
    needs: ["dataSources.query"],
    async settle({ input: { dataSourceId, markerProperty }, marker, provider }) {
      if (dataSourceId === undefined || markerProperty === undefined) {
        return { verdict: "undetermined", why: "Notion doesn't show which execution wrote a page." };
      }
      return await findMarked(provider, { dataSourceId, property: markerProperty, marker: marker.base64url });
    },
  },
  preview: {
    needs: ["pages.get", "dataSources.get"],
    async read(input, provider) {
      assertPlace(input);
      return await previewCreation(input, provider);
    },
  },
  async run({ parentPageId, dataSourceId, title, properties = [], markdown, markerProperty }, provider) {
    assertPlace({ parentPageId, dataSourceId, markerProperty });
    const marked =
      markerProperty === undefined ? {} : { [markerProperty]: { rich_text: toRichText(provider.marker.base64url) } };
    const request = createPageRequest({
      parent:
        parentPageId === undefined
          ? { type: "data_source_id", data_source_id: dataSourceId }
          : { type: "page_id", page_id: parentPageId },
      // Every title property has this id.
      properties: { title: { title: toRichText(title) }, ...toProperties(properties), ...marked },
      markdown,
    });
    return readPage((await provider.change(request, { accept: [200] })).body);
  },
});

/**
 * Checks that exactly one place is given, and that it can store the marker.
 * @throws ProviderFailure `PROVIDER_REJECTED` otherwise.
 */
function assertPlace({
  parentPageId,
  dataSourceId,
  markerProperty,
}: Readonly<Partial<Record<"parentPageId" | "dataSourceId" | "markerProperty", string | undefined>>>): void {
  if ((parentPageId === undefined) === (dataSourceId === undefined))
    throw rejected("Set either parentPageId or dataSourceId.");
  if (markerProperty !== undefined && dataSourceId === undefined) {
    throw rejected("markerProperty requires dataSourceId: only pages in a data source have properties for a marker.");
  }
}

function rejected(detail: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail: `${detail} Nothing was sent.` });
}

/** Returns whether a page's properties already have the requested values. */
function isSo({ properties }: Static<typeof pageSchema>, wanted: readonly PropertyValue[]): boolean {
  return wanted.every((one) => properties.some(({ name, text }) => name === one.name && text === textOfValue(one)));
}

const pagesUpdate = defineAction({
  id: "pages.update",
  title: "Update a page's properties",
  description: "Updates the given properties of a page and leaves the other properties and the content unchanged.",
  consent: "Change the properties of your pages",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: updating,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ pageId, properties: { ...propertyValues, minItems: 1 } }, { additionalProperties: false }),
  output: pageSchema,
  example: { pageId: "00000000-0000-4000-a000-000000000011", properties: [{ name: "Status", status: "Done" }] },
  evidence: {
    strength: "state",
    needs: ["pages.get"],
    facts: stateFacts,
    async settle({ input: { pageId = "", properties = [] }, facts, provider }) {
      const now = await readNow(provider, pageId);
      if (!isSo(now, properties))
        return { verdict: "undetermined", why: "The page's properties don't have the requested values." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: now };
    },
  },
  preview: {
    needs: ["pages.get"],
    read: async (input, provider) => await previewUpdate(input, provider),
  },
  async run({ pageId, properties }, provider) {
    const facts = { wasDifferent: !isSo(await readNow(provider, pageId), properties) };
    const request = updatePageRequest(pageId, { properties: toProperties(properties) });
    return readPage((await provider.change(request, { accept: [200], facts })).body);
  },
});

const pagesTrash = defineAction({
  id: "pages.trash",
  title: "Move a page to the trash",
  description: "Moves a page to the trash. Notion deletes it permanently after 30 days.",
  consent: "Move your pages to the trash",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: updating,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ pageId }, { additionalProperties: false }),
  output: pageSchema,
  example: { pageId: "00000000-0000-4000-a000-000000000002" },
  evidence: {
    strength: "state",
    needs: ["pages.get"],
    facts: stateFacts,
    async settle({ input: { pageId = "" }, facts, provider }) {
      const now = await readNow(provider, pageId);
      if (!now.inTrash) return { verdict: "undetermined", why: "The page isn't in the trash." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: now };
    },
  },
  preview: {
    needs: ["pages.get"],
    read: async (input, provider) => await previewTrash(input, provider),
  },
  async run({ pageId }, provider) {
    const facts = { wasDifferent: !(await readNow(provider, pageId)).inTrash };
    const request = updatePageRequest(pageId, { in_trash: true });
    return readPage((await provider.change(request, { accept: [200], facts })).body);
  },
});

export const pageActions = [pagesSearch, pagesGet, pagesMarkdown, pagesCreate, pagesUpdate, pagesTrash];
