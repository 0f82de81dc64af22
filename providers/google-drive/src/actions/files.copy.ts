/** `files.copy`: copies a file. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { copyRequest } from "../client.ts";
import { createdEvidence, newId, readFile } from "../created.ts";
import { fileId, name, parentId } from "../fields.ts";
import { assertCopiedById, previewCopy } from "../previews.ts";
import { file } from "../resources.ts";
import { fileScope } from "../scopes.ts";

export const filesCopy = defineAction({
  id: "files.copy",
  title: "Copy a file",
  description:
    "Copies a file. Folders can't be copied. Use `documents.create` to copy Google's own documents, because Google accepts no id " +
    "for them.",
  consent: "Copy files in your Drive",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      fileId,
      name: Type.Optional(name),
      parentId: Type.Optional({
        ...parentId,
        description: "Id of the folder to put it in; the original's folder by default.",
      }),
    },
    { additionalProperties: false },
  ),
  output: file.schema,
  example: { fileId: "notes-file", name: "Notes (copy).txt" },
  evidence: createdEvidence,
  preview: {
    needs: ["files.get"],
    read: async (input, provider) => await previewCopy(input, provider, assertCopiedById),
  },
  async run({ fileId, ...metadata }, provider) {
    assertCopiedById(await readFile(provider, fileId));
    const id = await newId(provider);
    const request = copyRequest(fileId, { id, ...metadata });
    const { body } = await provider.change(request, { accept: [200], facts: { fileId: id } });
    return file.read(body);
  },
});
