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
        Type.String({ description: "Content of the page, in Markdown.", minLength: 1, maxLength: 100_000 }),
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

/** Checks that exactly one place is given, and that it can store the marker. @throws ProviderFailure `PROVIDER_REJECTED` otherwise. */
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
