/** `pages.trash`: moves a page to the trash. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { updatePageRequest } from "../client.ts";
import { readNow, stateFacts } from "../evidence.ts";
import { pageId } from "../fields.ts";
import { previewTrash } from "../previews.ts";
import { readPage, pageSchema } from "../resources.ts";
import { updating } from "../scopes.ts";

export const pagesTrash = defineAction({
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
