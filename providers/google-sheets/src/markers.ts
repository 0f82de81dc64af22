/**
 * The marker of an execution, as developer metadata of a sheet. It is written in the same batch as the change, and all
 * of a batch is applied, or nothing: https://developers.google.com/workspace/sheets/api/guides/batchupdate
 */
import { reasonsOf } from "@svc/google";
import {
  OutcomeUnknown,
  ProviderFailure,
  type EvidenceVerdict,
  type Look,
  type Marker,
  type ProviderPort,
} from "@svc/provider-kit";
import { batchRequest, metadataRequest, type BatchPart } from "./client.ts";
import { refuse } from "./errors.ts";
import { metadata, repliesIn } from "./resources.ts";

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
 * What has the marker's id: this execution's marker, nothing, or another execution's, because the id has only 31 bits.
 */
type MarkerState = "ours" | "absent" | "foreign" | "unclear";

async function stateOfMarker(
  { marker, provider }: Pick<Look, "marker" | "provider">,
  spreadsheetId: string,
): Promise<MarkerState> {
  const response = await provider.read(metadataRequest(spreadsheetId, marker.int31), { accept: [200, 404] });
  if (response.status === 404) return reasonsOf(response).includes("NOT_FOUND") ? "absent" : "unclear";
  const { metadataKey, metadataValue } = metadata.read(response.body);
  return metadataKey === markerKey && metadataValue === marker.base64url ? "ours" : "foreign";
}

/**
 * Reads whether the batch with the marker was applied.
 * @param output called if the batch was applied.
 */
export async function findMarker(
  look: Pick<Look, "marker" | "provider">,
  spreadsheetId: string,
  output: () => Promise<unknown>,
): Promise<EvidenceVerdict> {
  switch (await stateOfMarker(look, spreadsheetId)) {
    case "ours":
      return { verdict: "applied", basis: "marker", output: await output() };
    case "absent":
      // Deleting a sheet also deletes its metadata.
      return { verdict: "not_applied", basis: "absence", isAnchored: false };
    case "foreign":
      return { verdict: "undetermined", why: "Another execution has the same 31-bit id in this spreadsheet." };
    case "unclear":
      return { verdict: "undetermined", why: "Google's response doesn't say whether the marker exists." };
  }
}

/**
 * Sends a batch that has the marker, and returns its replies. Google gives an id that is taken the same 400 as an
 * invalid input, so after a 400 the marker is looked for: if it is there, a copy of this request, made on the way, was
 * applied.
 * @throws OutcomeUnknown if the marker is there, or if that can't be read.
 */
export async function changeMarked(
  provider: ProviderPort,
  spreadsheetId: string,
  parts: readonly BatchPart[],
  facts: Readonly<Record<string, unknown>> | undefined,
): Promise<ReturnType<typeof repliesIn>> {
  const options = { accept: [200, 400], ...(facts === undefined ? {} : { facts }) };
  const response = await provider.change(batchRequest(spreadsheetId, parts), options);
  if (response.status === 200) return repliesIn(response.body);
  const look = { marker: provider.marker, provider };
  const state = await stateOfMarker(look, spreadsheetId).catch((): MarkerState => "unclear");
  if (state === "ours" || state === "unclear") throw new OutcomeUnknown();
  throw new ProviderFailure(refuse(response, { credentialKind: provider.credentialKind, change: true }));
}
