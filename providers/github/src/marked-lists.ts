/**
 * Looks for an entry that a lost request created: reads a list since the time of sending, and finds the entry with the
 * marker.
 */
import type { EvidenceVerdict, Look, ProviderRequest } from "@svc/provider-kit";
import { Type, type Static } from "typebox";
import { nextPageOf } from "./pages.ts";
import { readAt } from "./redirects.ts";
import { list, record, textOf, wrongShape } from "@svc/provider-kit/shape";

/** The maximum difference between the service's clock and GitHub's. */
const clockSkewMs = 15 * 60_000;

/** Page size and number of pages of one look. A response with more than 50 long texts could be too large to read. */
const perPage = 50;
const pagesMax = 4;

/** The facts of a change that leaves a marker. */
export const markFacts = Type.Object(
  { isMarked: Type.Boolean({ description: "Whether the text had room for the marker." }) },
  { additionalProperties: false },
);

/** The list to look in. */
export type MarkedList = {
  /** The request for a page of the entries since this time. */
  request: (page: { since: string; perPage: number; page: number }) => ProviderRequest;
  /** Whether the newest entries come first; otherwise they come last. */
  isNewestFirst: boolean;
  /** The action's output, from an entry. */
  output: (entry: unknown) => unknown;
};

/**
 * @param openList called only if there is a marker to look for; may read.
 * @throws ProviderFailure if a read fails.
 * @returns `applied` with the oldest marked entry, because a copy of a text copies its marker. `not_applied` only if
 * all entries since then were read; others can delete entries, so this isn't anchored.
 */
export async function findMarked(
  {
    facts,
    marker,
    sentAt,
    provider,
  }: Pick<Look<unknown, Static<typeof markFacts>>, "facts" | "marker" | "sentAt" | "provider">,
  openList: () => Promise<MarkedList>,
): Promise<EvidenceVerdict> {
  if (facts?.isMarked !== true) {
    return { verdict: "undetermined", why: "The text was sent without a marker, because it had no room for one." };
  }
  const { request, isNewestFirst, output } = await openList();
  const sinceMs = sentAt - clockSkewMs;
  // GitHub documents times without fractions of a second.
  const since = new Date(sinceMs).toISOString().replace(/\.\d+Z$/, "Z");
  let page: number | null = 1;
  for (let read = 0; page !== null && read < pagesMax; read++) {
    const response = await readAt(provider, request({ since, perPage, page }));
    const entries = list(response.body).map(record);
    const marked = entries.filter(({ body }) => typeof body === "string" && body.includes(marker.comment));
    const oldest = isNewestFirst ? marked.at(-1) : marked[0];
    if (oldest !== undefined) return { verdict: "applied", basis: "marker", output: output(oldest) };
    const last = entries.at(-1);
    const isPast = isNewestFirst && last !== undefined && createdAt(last) < sinceMs;
    page = isPast ? null : nextPageOf(response);
  }
  if (page === null) return { verdict: "not_applied", basis: "absence", isAnchored: false };
  return { verdict: "undetermined", why: "There are too many entries since then to read all of them." };
}

function createdAt(entry: Readonly<Record<string, unknown>>): number {
  const ms = Date.parse(textOf(entry["created_at"]));
  if (Number.isNaN(ms)) throw wrongShape();
  return ms;
}
