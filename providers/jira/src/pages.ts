/** Pages by number of the first entry: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination */
import { countOf, list, record } from "@svc/provider-kit/shape";

/** What a request says about its page. */
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
 * The entries of a page, and where the next one begins. A page may have fewer entries than asked for, and still not be the last.
 * @throws ProviderFailure `PROVIDER_ERROR` for another shape.
 */
export function entriesOf(body: unknown, name: string): { entries: unknown[]; nextPageToken: string | null } {
  const { [name]: items, startAt, total } = record(body);
  const entries = list(items);
  const next = countOf(startAt) + entries.length;
  return { entries, nextPageToken: entries.length > 0 && next < countOf(total) ? String(next) : null };
}
