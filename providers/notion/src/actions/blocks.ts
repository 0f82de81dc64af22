/** The actions on blocks, in the catalog's order. */
import { content } from "@svc/contract";
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { appendRequest, blocksRequest } from "../client.ts";
import { entriesOf, nextPageToken, notionId, paging } from "../fields.ts";
import { previewAppend } from "../previews.ts";
import { blockSchema, readBlock, writtenBlockSchema } from "../resources.ts";
import { paragraphsOf } from "../rich-text.ts";
import { inserting, reading } from "../scopes.ts";

const blocksList = defineAction({
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

const blocksAppend = defineAction({
  id: "blocks.append",
  title: "Add text to a page",
  description:
    "Adds paragraphs at the end of a page or block. Notion doesn't show which execution wrote them, so a lost response can't be settled.",
  consent: "Add text to your pages",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: inserting,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      blockId: notionId("Id of the page or block."),
      text: content(
        Type.String({
          description: "Text to add. An empty line starts a new paragraph; Notion accepts at most 100 paragraphs.",
          maxLength: 50_000,
          pattern: "^[\\s\\S]*\\S[\\s\\S]*$",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { blocks: Type.Array(writtenBlockSchema, { description: "The paragraphs added." }) },
    { additionalProperties: false },
  ),
  example: { blockId: "00000000-0000-4000-a000-000000000001", text: "It needs oil." },
  preview: {
    needs: ["pages.get"],
    read: async (input, provider) => await previewAppend(input, provider),
  },
  async run({ blockId, text }, provider) {
    const { body } = await provider.change(appendRequest(blockId, paragraphsOf(text)), { accept: [200] });
    return { blocks: list(record(body)["results"]).map(readBlock) };
  },
});

export const blockActions = [blocksList, blocksAppend];
