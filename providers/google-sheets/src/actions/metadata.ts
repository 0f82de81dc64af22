/** The actions on metadata, in the catalog's order. */
import { defineAction } from "@svc/provider-kit";
import { list, record, wrongShape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { batchRequest, metadataRequest } from "../client.ts";
import { spreadsheetId } from "../fields.ts";
import { markerKey } from "../markers.ts";
import { previewMarkers } from "../previews.ts";
import { metadata, repliesIn } from "../resources.ts";
import { writing } from "../scopes.ts";

const metadataGet = defineAction({
  id: "metadata.get",
  title: "Get developer metadata",
  description:
    "Reads one entry of a spreadsheet's developer metadata by its id. svc uses it to look for the effects of lost responses.",
  consent: "See the metadata that apps store in a spreadsheet",
  effect: "read",
  idempotency: "safe",
  // Google has no narrower scope for developer metadata.
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      spreadsheetId,
      metadataId: Type.Integer({ description: "Id of the entry.", minimum: 1, maximum: 2_147_483_647 }),
    },
    { additionalProperties: false },
  ),
  output: metadata.schema,
  example: { spreadsheetId: "budget-spreadsheet", metadataId: 7 },
  async run({ spreadsheetId, metadataId }, provider) {
    return metadata.read((await provider.read(metadataRequest(spreadsheetId, metadataId), { accept: [200] })).body);
  },
});

const metadataClear = defineAction({
  id: "metadata.clear",
  title: "Delete the markers",
  description:
    "Deletes the markers that `rows.append` and `sheets.add` wrote to a spreadsheet, to make room for more. Afterwards, executions " +
    "with an unknown outcome can no longer be settled.",
  consent: "Delete this app's markers from your spreadsheets",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ spreadsheetId }, { additionalProperties: false }),
  output: Type.Object(
    { deletedMarkers: Type.Integer({ description: "Number of deleted markers.", minimum: 0 }) },
    { additionalProperties: false },
  ),
  example: { spreadsheetId: "budget-spreadsheet" },
  preview: {
    needs: ["spreadsheets.get"],
    read: async (input, provider) => await previewMarkers(input, provider),
  },
  async run({ spreadsheetId }, provider) {
    const dataFilter = { developerMetadataLookup: { metadataKey: markerKey, visibility: "PROJECT" } };
    const request = batchRequest(spreadsheetId, [{ deleteDeveloperMetadata: { dataFilter } }]);
    const [reply] = repliesIn((await provider.change(request, { accept: [200] })).body);
    if (reply === undefined) throw wrongShape();
    const { deletedDeveloperMetadata = [] } = record(reply["deleteDeveloperMetadata"] ?? {});
    return { deletedMarkers: list(deletedDeveloperMetadata).length };
  },
});

export const metadataActions = [metadataGet, metadataClear];
