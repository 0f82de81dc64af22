/** `files.text`: reads a file's text. */
import { summary } from "@svc/contract";
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { contentRequest, exportRequest } from "../client.ts";
import { readFile } from "../created.ts";
import { fileId } from "../fields.ts";
import { file } from "../resources.ts";
import { readScope } from "../scopes.ts";

/** MIME types of text files. Files of other types are binary. */
const isText = /^(?:text\/[a-z0-9.+-]+|application\/(?:[a-z0-9.-]+\+)?(?:json|xml|yaml|javascript|x-sh|sql))$/;

/** The export formats for Google's documents: https://developers.google.com/workspace/drive/api/guides/ref-export-formats */
const exported: Readonly<Record<string, string>> = {
  "application/vnd.google-apps.document": "text/plain",
  "application/vnd.google-apps.presentation": "text/plain",
  "application/vnd.google-apps.spreadsheet": "text/csv",
};

const sizeMax = 1_048_576;

export const filesText = defineAction({
  id: "files.text",
  title: "Read a file's text",
  description:
    "Reads the text of a text file of up to 1 MiB, a Google document or presentation as plain text, or the first sheet of a Google " +
    "spreadsheet as CSV.",
  consent: "Read the text of your files",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [readScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      fileId,
      maxCharacters: Type.Optional(
        Type.Integer({
          description: "Maximum number of characters to return; 100,000 by default.",
          minimum: 1,
          maximum: 1_000_000,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      id: file.fields.id.schema,
      name: file.fields.name.schema,
      mimeType: file.fields.mimeType.schema,
      textType: summary(Type.String({ description: "MIME type of the text, such as text/csv for a spreadsheet." })),
      text: Type.String({ description: "Text of the file." }),
      isTruncated: summary(Type.Boolean({ description: "Whether the text was cut off at `maxCharacters`." })),
    },
    { additionalProperties: false },
  ),
  example: { fileId: "plan-document" },
  async run({ fileId, maxCharacters = 100_000 }, provider) {
    const { id, name, mimeType, size } = await readFile(provider, fileId);
    const exportType = Object.hasOwn(exported, mimeType) ? exported[mimeType] : undefined;
    if (exportType === undefined && !isText.test(mimeType)) {
      throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "This file isn't text." });
    }
    if (exportType === undefined && (size ?? 0) > sizeMax) {
      throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "This file is larger than 1 MiB." });
    }
    const request = exportType === undefined ? contentRequest(fileId) : exportRequest(fileId, exportType);
    const { body } = await provider.read(request, { accept: [200] });
    // An empty file has no body.
    const text = typeof body === "string" ? body : "";
    const characters = Array.from(text);
    const isTruncated = characters.length > maxCharacters;
    const returned = isTruncated ? characters.slice(0, maxCharacters).join("") : text;
    return { id, name, mimeType, textType: exportType ?? mimeType, text: returned, isTruncated };
  },
});
