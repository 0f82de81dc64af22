/** `pages.markdown`: reads a page's content as Markdown. */
import { defineAction } from "@svc/provider-kit";
import { flag, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { markdownRequest } from "../client.ts";
import { pageId } from "../fields.ts";
import { reading } from "../scopes.ts";

const content = shape({
  markdown: text("markdown", "Content of the page, in Markdown."),
  truncated: flag("truncated", "Whether the content is incomplete because the page is too long."),
});

export const pagesMarkdown = defineAction({
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
