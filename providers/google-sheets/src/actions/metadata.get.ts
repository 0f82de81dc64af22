/** `metadata.get`: reads developer metadata. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { metadataRequest } from "../client.ts";
import { spreadsheetId } from "../fields.ts";
import { metadata } from "../resources.ts";
import { writing } from "../scopes.ts";

export const metadataGet = defineAction({
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
