/** `pages.get`: reads a page's properties. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { readNow } from "../evidence.ts";
import { pageId } from "../fields.ts";
import { pageSchema } from "../resources.ts";
import { reading } from "../scopes.ts";

export const pagesGet = defineAction({
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
