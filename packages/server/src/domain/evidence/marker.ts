/** The marker that identifies an execution at its provider. */
import { toMarker, type Marker } from "@svc/provider-kit";
import type { ExecutionRow } from "../records/record.ts";
import type { KeyedHashes } from "../vault/port.ts";

/** Returns the marker of an execution, always the same one. */
export type MarkerOf = (execution: Pick<ExecutionRow, "id" | "clientId" | "tenantId">) => Marker;

/** @param hashes the deployment's keyed hashes. Uses the first hashing key, which stays when others are added. */
export function createMarkers(hashes: Pick<KeyedHashes, "hashUnderEveryKey">): MarkerOf {
  return ({ id, clientId, tenantId }) => {
    const oldest = hashes.hashUnderEveryKey("marker", [clientId, tenantId, id]).at(-1) ?? "";
    return toMarker(Buffer.from(oldest.slice(oldest.indexOf(".") + 1), "base64url"));
  };
}
