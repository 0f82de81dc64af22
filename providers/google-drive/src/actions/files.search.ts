/** `files.search`: searches the contents of files. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { filters } from "../fields.ts";
import { filePage, readFiles } from "../lists.ts";
import { readScope } from "../scopes.ts";

export const filesSearch = defineAction({
  id: "files.search",
  title: "Search in files",
  description:
    "Searches for files whose name, description or content has these words, one page at a time, most relevant first. Matches whole " +
    "words; put a phrase in double quotes. New content takes a while to appear.",
  consent: "Search the contents of your files",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [readScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      text: Type.String({ description: "The words to search for.", minLength: 1, maxLength: 500 }),
      kind: filters.kind,
      parentId: filters.parentId,
      modifiedAfter: filters.modifiedAfter,
      modifiedBefore: filters.modifiedBefore,
      driveId: filters.driveId,
      pageSize: filters.pageSize,
      pageToken: filters.pageToken,
    },
    { additionalProperties: false },
  ),
  output: filePage,
  example: { text: "budget" },
  run: (input, provider) => readFiles(provider, input),
});
