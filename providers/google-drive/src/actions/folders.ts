/** Creates a folder. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { createRequest } from "../client.ts";
import { createdEvidence, newId } from "../created.ts";
import { name, parentId } from "../fields.ts";
import { previewCreation } from "../previews.ts";
import { kinds } from "../query.ts";
import { file } from "../resources.ts";
import { fileScope } from "../scopes.ts";

const foldersCreate = defineAction({
  id: "folders.create",
  title: "Create a folder",
  description: "Creates a folder. Drive allows several folders with the same name.",
  consent: "Create folders in your Drive",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ name, parentId: Type.Optional(parentId) }, { additionalProperties: false }),
  output: file.schema,
  example: { name: "Invoices" },
  evidence: createdEvidence,
  preview: {
    needs: ["files.get"],
    read: async (input, provider) => await previewCreation("a folder", input, provider),
  },
  async run({ name, parentId }, provider) {
    const id = await newId(provider);
    const request = createRequest({ id, name, mimeType: kinds.folder, parentId });
    const { body } = await provider.change(request, { accept: [200], facts: { fileId: id } });
    return file.read(body);
  },
});

export const folderActions = [foldersCreate];
