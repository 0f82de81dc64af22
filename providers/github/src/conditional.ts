/**
 * Conditional reads (RFC 9110 §13.1.2). A 304 doesn't count against the primary rate limit:
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
import { summary } from "@svc/contract";
import type { ProviderRequest, ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { readAt } from "./redirects.ts";

/** The output fields next to the resource. */
export const conditionalFields = {
  notModified: summary(
    Type.Boolean({
      description: "Whether the resource hasn't changed since the given `etag`. If true, the resource is null.",
    }),
  ),
  etag: summary(
    Type.Union([Type.String(), Type.Null()], {
      description: "The `etag` for the next read; null if GitHub returns none.",
    }),
  ),
};

/** The response to a conditional read. */
export type ConditionalResponse =
  { notModified: true; etag: string | null } | { notModified: false; etag: string | null; body: unknown };

const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]{0,252}"$/;

/**
 * Reads a resource of a repository, unless it is unchanged.
 * @param etag from an earlier response. Without one, the read is unconditional, and a 304 would be a fault of GitHub.
 */
export async function readUnlessSame(
  provider: ReadPort,
  request: ProviderRequest,
  etag: string | undefined,
): Promise<ConditionalResponse> {
  const response =
    etag === undefined
      ? await readAt(provider, request)
      : await readAt(provider, { ...request, ifNoneMatch: etag }, [304]);
  const given = response.headers["etag"] ?? "";
  const next = entityTag.test(given) ? given : null;
  if (response.status === 304) return { notModified: true, etag: next ?? etag ?? null };
  return { notModified: false, etag: next, body: response.body };
}
