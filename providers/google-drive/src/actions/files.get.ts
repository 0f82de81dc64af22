/** `files.get`: reads a file's metadata. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { readFile } from "../created.ts";
import { fileId } from "../fields.ts";
import { file } from "../resources.ts";
import { fileScope } from "../scopes.ts";

export const filesGet = defineAction({
  id: "files.get",
  title: "Get a file's metadata",
  description:
    "Reads the name, type, folder and times of a file or folder. A connection sees the files that it created or that the user " +
    "opened with this app; other files only if it is allowed to list or search files.",
  consent: "See the name, folder and times of a file",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ fileId }, { additionalProperties: false }),
  output: file.schema,
  example: { fileId: "notes-file" },
  run: ({ fileId }, provider) => readFile(provider, fileId),
});
