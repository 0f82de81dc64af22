/** `pages.update`: updates properties of a page. */
import { defineAction } from "@svc/provider-kit";
import { Type, type Static } from "typebox";
import { updatePageRequest } from "../client.ts";
import { readNow, stateFacts } from "../evidence.ts";
import { pageId } from "../fields.ts";
import { previewUpdate } from "../previews.ts";
import { propertyValues, textOfValue, toProperties, type PropertyValue } from "../properties.ts";
import { readPage, pageSchema } from "../resources.ts";
import { updating } from "../scopes.ts";

/** Returns whether a page's properties already have the requested values. */
function isSo({ properties }: Static<typeof pageSchema>, wanted: readonly PropertyValue[]): boolean {
  return wanted.every((one) => properties.some(({ name, text }) => name === one.name && text === textOfValue(one)));
}

export const pagesUpdate = defineAction({
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
