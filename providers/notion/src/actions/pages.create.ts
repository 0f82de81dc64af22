/** `pages.create`: creates a page. */
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { createPageRequest } from "../client.ts";
import { findMarked } from "../evidence.ts";
import { notionId } from "../fields.ts";
import { previewCreation } from "../previews.ts";
import { propertyValues, toProperties } from "../properties.ts";
import { pageSchema, readPage } from "../resources.ts";
import { toRichText } from "../rich-text.ts";
import { inserting } from "../scopes.ts";

export const pagesCreate = defineAction({
  id: "pages.create",
  title: "Create a page",
  description:
    "Creates a page in a page, or in a data source with its properties. If the data source has a text property for it, name it in `markerProperty`: then a lost answer can be settled.",
  consent: "Create pages in what you share",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: inserting,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      parentPageId: Type.Optional(notionId("Id of the page that it is to be in. Either this or `dataSourceId`.")),
      dataSourceId: Type.Optional(notionId("Id of the data source that it is to be in.")),
      title: Type.String({ description: "Its title.", minLength: 1, maxLength: 2000 }),
      properties: Type.Optional(propertyValues),
      markdown: Type.Optional(
        Type.String({ description: "Its content, as Markdown.", minLength: 1, maxLength: 100_000 }),
      ),
      markerProperty: Type.Optional(
        Type.String({
          description: "Name of a text property of the data source that is to keep the execution's marker.",
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
        return { verdict: "undetermined", why: "Nothing at Notion says which execution wrote a page." };
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

/** @throws ProviderFailure `PROVIDER_REJECTED` unless exactly one place is given, and one that can keep the marker. */
function assertPlace({
  parentPageId,
  dataSourceId,
  markerProperty,
}: Readonly<Partial<Record<"parentPageId" | "dataSourceId" | "markerProperty", string | undefined>>>): void {
  if ((parentPageId === undefined) === (dataSourceId === undefined))
    throw rejected("Give either a page or a data source.");
  if (markerProperty !== undefined && dataSourceId === undefined) {
    throw rejected("Only the pages of a data source have a property for the marker.");
  }
}

function rejected(detail: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail: `${detail} Nothing was sent.` });
}
