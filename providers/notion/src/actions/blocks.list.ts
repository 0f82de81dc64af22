/** `blocks.list`: lists the content of a page. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { blocksRequest } from "../client.ts";
import { entriesOf, nextPageToken, paging, notionId } from "../fields.ts";
import { blockSchema, readBlock } from "../resources.ts";
import { reading } from "../scopes.ts";

export const blocksList = defineAction({
  id: "blocks.list",
  title: "List the content of a page",
  description: "Lists the child blocks of a page or block with their text, one page at a time.",
  consent: "Read the content of your pages",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ blockId: notionId("Id of the page or block."), ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      blocks: Type.Array(blockSchema, { description: "The blocks on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { blockId: "00000000-0000-4000-a000-000000000001" },
  async run({ blockId, ...page }, provider) {
    const { body } = await provider.read(blocksRequest(blockId, page), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body);
    const { items, unreadable } = readEntries(entries, readBlock);
    return { blocks: items, unreadable, nextPageToken: next };
  },
});
