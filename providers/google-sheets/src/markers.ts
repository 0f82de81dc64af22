/**
 * The marker of an execution, as developer metadata of a sheet. It is written in the same batch as the change, and all of a batch
 * is applied, or nothing: https://developers.google.com/workspace/sheets/api/guides/batchupdate
 */
import { reasonsOf } from "@svc/google";
import type { EvidenceVerdict, Look, Marker } from "@svc/provider-kit";
import { metadataRequest, type BatchPart } from "./client.ts";
import { metadata } from "./resources.ts";

export const markerKey = "svc";

/** The part of a batch that writes the marker. Google refuses an id that is taken. */
export function markerPart(sheetId: number, { int31, base64url }: Marker): BatchPart {
  const location = { sheetId };
  return {
    createDeveloperMetadata: {
      developerMetadata: {
        metadataId: int31,
        metadataKey: markerKey,
        metadataValue: base64url,
        location,
        visibility: "PROJECT",
      },
    },
  };
}

/**
 * Reads whether the batch with the marker was applied. The id has 31 bits, so another execution can have the same one; the value
 * distinguishes them.
 * @param output called if the batch was applied.
 */
export async function findMarker(
  { marker, provider }: Pick<Look, "marker" | "provider">,
  spreadsheetId: string,
  output: () => Promise<unknown>,
): Promise<EvidenceVerdict> {
  const response = await provider.read(metadataRequest(spreadsheetId, marker.int31), { accept: [200, 404] });
  if (response.status === 404) {
    if (!reasonsOf(response).includes("NOT_FOUND")) {
      return { verdict: "undetermined", why: "Google's response doesn't say whether the marker exists." };
    }
    // Deleting a sheet also deletes its metadata.
    return { verdict: "not_applied", basis: "absence", isAnchored: false };
  }
  const { metadataKey, metadataValue } = metadata.read(response.body);
  if (metadataKey !== markerKey || metadataValue !== marker.base64url) {
    return { verdict: "undetermined", why: "Another execution has the same 31-bit id in this spreadsheet." };
  }
  return { verdict: "applied", basis: "marker", output: await output() };
}
