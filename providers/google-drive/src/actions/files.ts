/** The actions on files, in the catalog's order. */
import { summary } from "@svc/contract";
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { type Static, Type } from "typebox";
import { contentRequest, copyRequest, exportRequest, type FileBody, updateRequest, uploadRequest } from "../client.ts";
import { createdEvidence, newId, readFile } from "../created.ts";
import { content, description, fileId, filters, name, parentId, textType } from "../fields.ts";
import { grantFacts } from "../grants.ts";
import { filePage, readFiles } from "../lists.ts";
import { assertCopiedById, previewCopy, previewCreation, previewUpdate } from "../previews.ts";
import { file } from "../resources.ts";
import { fileScope, metadataScope, readScope } from "../scopes.ts";

const filesList = defineAction({
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

const filesSearch = defineAction({
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

const filesGet = defineAction({
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

/** MIME types of text files. Files of other types are binary. */
const isText = /^(?:text\/[a-z0-9.+-]+|application\/(?:[a-z0-9.-]+\+)?(?:json|xml|yaml|javascript|x-sh|sql))$/;

/**
 * The export formats for Google's documents:
 * https://developers.google.com/workspace/drive/api/guides/ref-export-formats
 */
const exported: Readonly<Record<string, string>> = {
  "application/vnd.google-apps.document": "text/plain",
  "application/vnd.google-apps.presentation": "text/plain",
  "application/vnd.google-apps.spreadsheet": "text/csv",
};

const sizeMax = 1_048_576;

const filesText = defineAction({
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

const filesCreate = defineAction({
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

type Changes = Pick<FileBody, "name" | "description" | "parentId" | "starred" | "trashed">;

/** @returns the first field that differs from the requested value; null if none does. */
function differingField(now: Static<typeof file.schema>, asked: Changes): string | null {
  const { parentId, ...fields } = asked;
  const current: Readonly<Record<string, unknown>> = { ...now, description: now.description ?? "" };
  const other = Object.entries(fields).find(([field, value]) => value !== undefined && current[field] !== value);
  if (other !== undefined) return other[0];
  return parentId === undefined || now.parents.includes(parentId) ? null : "parentId";
}

const filesUpdate = defineAction({
  id: "files.update",
  title: "Rename, move or trash a file",
  description:
    "Updates the given fields of a file or folder and leaves the others unchanged. `parentId` moves it; `trashed` moves it to the " +
    "trash or restores it. Its content doesn't change.",
  consent: "Rename, move and trash your files",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      fileId,
      name: Type.Optional(name),
      description: Type.Optional(description),
      parentId: Type.Optional({ ...parentId, description: "Id of the folder to move it to." }),
      starred: Type.Optional(Type.Boolean({ description: "Whether to star or unstar it." })),
      trashed: Type.Optional(Type.Boolean({ description: "Whether to move it to the trash or restore it." })),
    },
    // The file and at least one change.
    { additionalProperties: false, minProperties: 2 },
  ),
  output: file.schema,
  example: { fileId: "notes-file", name: "Notes of March.txt" },
  evidence: {
    strength: "state",
    needs: ["files.get"],
    facts: grantFacts,
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const { fileId, ...asked } = input as Changes & { fileId: string };
      const now = await readFile(provider, fileId);
      const field = differingField(now, asked);
      if (field !== null) return { verdict: "undetermined", why: `The file's \`${field}\` is different now.` };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output: now };
    },
  },
  preview: {
    needs: ["files.get"],
    read: async (input, provider) => await previewUpdate(input, provider),
  },
  async run({ fileId, parentId, ...fields }, provider) {
    const before = await readFile(provider, fileId);
    const wasDifferent = differingField(before, { parentId, ...fields }) !== null;
    const isMoved = parentId !== undefined && !before.parents.includes(parentId);
    const left = before.parents.length === 0 ? {} : { removeParents: before.parents.join(",") };
    const request = updateRequest(fileId, fields, isMoved ? { addParents: parentId, ...left } : {});
    const { body } = await provider.change(request, { accept: [200], facts: { wasDifferent } });
    return file.read(body);
  },
});

const filesCopy = defineAction({
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

export const fileActions = [filesList, filesSearch, filesGet, filesText, filesCreate, filesUpdate, filesCopy];
