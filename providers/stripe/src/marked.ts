/**
 * Looks for a new object by the marker in its metadata. Lists are current, unlike searches:
 * https://docs.stripe.com/search#data-freshness
 */
import type { EvidenceVerdict, Look, ReadPort } from "@svc/provider-kit";
import { flagOf, isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import type { QueryValue } from "@svc/provider-kit";
import { listRequest, markerKey } from "./client.ts";

/** The allowed difference between the service's clock and Stripe's, in seconds. */
const clockSkewSeconds = 900;
const pagesMax = 4;

/** Returns the marker of an object; null if it has none. */
export function markerOf(object: Readonly<Record<string, unknown>>): string | null {
  const { metadata } = object;
  const own = isRecord(metadata) ? metadata[markerKey] : undefined;
  return typeof own === "string" ? own : null;
}

/** The list to search. */
export type MarkedList = {
  resource: string;
  filters?: Readonly<Record<string, QueryValue>>;
  /** Whether objects of this resource can't be deleted. */
  isAnchored: boolean;
  output: (object: unknown) => unknown;
};

/** Finds the object that has the execution's marker. @throws ProviderFailure if a read fails. */
export async function findMarked(
  { marker, sentAt, provider }: Pick<Look, "marker" | "sentAt"> & { provider: ReadPort },
  { resource, filters = {}, isAnchored, output }: MarkedList,
): Promise<EvidenceVerdict> {
  const since = Math.floor(sentAt / 1000) - clockSkewSeconds;
  let startingAfter: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const request = listRequest(resource, { ...filters, "created[gte]": since, limit: 100, startingAfter });
    const response = record((await provider.read(request, { accept: [200] })).body);
    const objects = list(response["data"]).map(record);
    const found = objects.find((object) => markerOf(object) === marker.base64url);
    if (found !== undefined) return { verdict: "applied", basis: "marker", output: output(found) };
    const last = objects.at(-1);
    if (!flagOf(response["has_more"]) || last === undefined)
      return { verdict: "not_applied", basis: "absence", isAnchored };
    startingAfter = textOf(last["id"]);
  }
  return { verdict: "undetermined", why: "There are too many newer objects to read all of them." };
}
