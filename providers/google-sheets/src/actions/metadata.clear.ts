/** `metadata.clear`: deletes the markers of earlier executions. */
import { defineAction } from "@svc/provider-kit";
import { list, record, wrongShape } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { batchRequest } from "../client.ts";
import { spreadsheetId } from "../fields.ts";
import { markerKey } from "../markers.ts";
import { previewMarkers } from "../previews.ts";
import { repliesIn } from "../resources.ts";
import { writing } from "../scopes.ts";

export const metadataClear = defineAction({
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
