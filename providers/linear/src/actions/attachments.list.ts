/** `attachments.list`: lists the links to a URL. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging } from "../fields.ts";
import { attachment } from "../resources.ts";
import { reading } from "../scopes.ts";

/** The URL of a link. */
export const linkUrl = Type.String({
  description: "URL of the link.",
  maxLength: 2000,
  pattern: "^https?://[!-~]+$",
});

/** The action. */
export const attachmentsList = defineAction({
  id: "attachments.list",
  title: "Find links to a URL",
  description: "Lists the links to a URL, each with its issue, one page at a time.",
  consent: "See what your issues link to",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ url: linkUrl, ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      attachments: Type.Array(attachment.schema, { description: "The links on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { url: "https://example.com/door" },
  async run({ url, ...page }, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "attachments", { ...page, filter: { url: { eq: url } } });
    const { items, unreadable } = readEntries(nodes, attachment.read);
    return { attachments: items, unreadable, nextPageToken };
  },
});
