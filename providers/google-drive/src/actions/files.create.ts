/** `files.create`: creates a text file. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { uploadRequest } from "../client.ts";
import { createdEvidence, newId } from "../created.ts";
import { content, description, name, parentId, textType } from "../fields.ts";
import { previewCreation } from "../previews.ts";
import { file } from "../resources.ts";
import { fileScope } from "../scopes.ts";

export const filesCreate = defineAction({
  id: "files.create",
  title: "Create a text file",
  description: "Creates a text file. Drive allows several files with the same name.",
  consent: "Create files in your Drive",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      name,
      content,
      mimeType: Type.Optional(textType),
      description: Type.Optional(description),
      parentId: Type.Optional(parentId),
    },
    { additionalProperties: false },
  ),
  output: file.schema,
  example: { name: "minutes.md", content: "# Minutes\n\nNobody was late.\n", mimeType: "text/markdown" },
  evidence: createdEvidence,
  preview: {
    needs: ["files.get"],
    read: async (input, provider) => await previewCreation("a text file", input, provider),
  },
  async run({ content, mimeType = "text/plain", ...metadata }, provider) {
    const id = await newId(provider);
    let boundary = `svc-${provider.marker.hex}`;
    while (content.includes(boundary)) boundary += "x";
    const request = uploadRequest({ id, mimeType, ...metadata }, content, boundary);
    const { body } = await provider.change(request, { accept: [200], facts: { fileId: id } });
    return file.read(body);
  },
});
