/** Creates a Google document, spreadsheet or presentation. */
import { oneOf } from "@svc/contract";
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { copyRequest, createRequest, filesRequest } from "../client.ts";
import { fileId, name, parentId } from "../fields.ts";
import { filesIn } from "../lists.ts";
import { previewCopy, previewCreation } from "../previews.ts";
import { kinds, propertyQuery } from "../query.ts";
import { file } from "../resources.ts";
import { fileScope } from "../scopes.ts";

/** This app's property for the execution's marker. */
const markerKey = "svcExecution";

/** @throws ProviderFailure `PROVIDER_REJECTED` if the original is of another kind. */
function assertKind(mimeType: string, kind: "document" | "spreadsheet" | "presentation"): void {
  if (mimeType === kinds[kind]) return;
  throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail: "`copyOf` is a document of another kind." });
}

const documentsCreate = defineAction({
  id: "documents.create",
  title: "Create a Google document",
  description:
    "Creates a Google document, spreadsheet or presentation: an empty one or, with `copyOf`, a copy of another one of the same " +
    "kind. Google accepts no id for these, so a lost creation can only be found through the search index.",
  consent: "Create Google documents in your Drive",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [fileScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      name,
      kind: oneOf(["document", "spreadsheet", "presentation"], "The kind of document to create."),
      copyOf: Type.Optional({ ...fileId, description: "Id of the document to copy. It must be of the same kind." }),
      parentId: Type.Optional({
        ...parentId,
        description:
          "Id of the folder to put it in; by default, the user's My Drive or, with `copyOf`, the original's folder.",
      }),
    },
    { additionalProperties: false },
  ),
  output: file.schema,
  example: { name: "Meeting notes", kind: "document" },
  evidence: {
    strength: "weak",
    needs: ["files.list"],
    async settle({ marker, provider }) {
      // The oldest, because a copy has the properties of its original.
      const request = filesRequest({
        q: propertyQuery(markerKey, marker.base64url),
        orderBy: "createdTime",
        pageSize: 1,
      });
      const { body } = await provider.read(request, { accept: [200] });
      const [found] = filesIn(body).files;
      if (found !== undefined) return { verdict: "applied", basis: "marker", output: found };
      return { verdict: "undetermined", why: "The search finds no such document, but the index may lag." };
    },
  },
  preview: {
    needs: ["files.get"],
    read: async ({ kind = "document", copyOf, parentId }, provider) =>
      copyOf === undefined
        ? await previewCreation(`a Google ${kind}`, { parentId }, provider)
        : await previewCopy({ fileId: copyOf, parentId }, provider, ({ mimeType }) => assertKind(mimeType, kind)),
  },
  async run({ kind, copyOf, ...metadata }, provider) {
    const appProperties = { [markerKey]: provider.marker.base64url };
    const fields = { ...metadata, mimeType: kinds[kind], appProperties };
    const request = copyOf === undefined ? createRequest(fields) : copyRequest(copyOf, fields);
    const { body } = await provider.change(request, { accept: [200] });
    return file.read(body);
  },
});

export const documentActions = [documentsCreate];
