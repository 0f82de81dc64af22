/**
 * Pages by the index of the first entry: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination
 */
import { countOf, list, record } from "@svc/provider-kit/shape";

/** Returns the page parameters of a request. */
export function pageOf({
  pageSize = 50,
  pageToken = "0",
}: {
  pageSize?: number | undefined;
  pageToken?: string | undefined;
}) {
  return { startAt: Number(pageToken), maxResults: pageSize };
}

/**
 * Parses a page: its entries, and the token of the next page. A page with fewer entries than requested may not be the
 * last.
 * @throws ProviderFailure `PROVIDER_ERROR` for another shape.
 */
export function entriesOf(body: unknown, name: string): { entries: unknown[]; nextPageToken: string | null } {
  const { [name]: items, startAt, total } = record(body);
  const entries = list(items);
  const next = countOf(startAt) + entries.length;
  return { entries, nextPageToken: entries.length > 0 && next < countOf(total) ? String(next) : null };
}
