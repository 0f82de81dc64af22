/** `files.list`: lists files by their metadata. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { filters } from "../fields.ts";
import { filePage, readFiles } from "../lists.ts";
import { metadataScope } from "../scopes.ts";

export const filesList = defineAction({
  id: "files.list",
  title: "List files",
  description:
    "Lists files and folders that match all given filters, one page at a time, folders first and then by last change. Excludes " +
    "files in the trash unless `trashed` is true.",
  consent: "See the names, folders and sharing of your files",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [metadataScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(filters, { additionalProperties: false }),
  output: filePage,
  example: { parentId: "root", pageSize: 10 },
  run: (input, provider) => readFiles(provider, input),
});
