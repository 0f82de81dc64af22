/**
 * Reads that say "only if it has changed" (RFC 9110 §13.1.2). A 304 does not count against the primary rate limit:
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
import { summary } from "@svc/contract";
import type { ProviderRequest, ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { readAt } from "./redirects.ts";

/** The output fields beside the resource. */
export const conditionalFields = {
  notModified: summary(
    Type.Boolean({
      description: "Whether nothing has changed since the `etag` that was given; the resource is null then.",
    }),
  ),
  etag: summary(
    Type.Union([Type.String(), Type.Null()], {
      description: "What to give as `etag` next time; null where GitHub gives none.",
    }),
  ),
};

/** An answer of a conditional read. */
export type ConditionalAnswer =
  { notModified: true; etag: string | null } | { notModified: false; etag: string | null; body: unknown };

const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]{0,252}"$/;

/**
 * Reads something of a repository, or learns that it is as it was.
 * @param etag of an earlier answer; without one the read is unconditional, and a 304 would be a fault of GitHub's.
 */
export async function readUnlessSame(
  provider: ReadPort,
  request: ProviderRequest,
  etag: string | undefined,
): Promise<ConditionalAnswer> {
  const answer =
    etag === undefined
      ? await readAt(provider, request)
      : await readAt(provider, { ...request, ifNoneMatch: etag }, [304]);
  const given = answer.headers["etag"] ?? "";
  const next = entityTag.test(given) ? given : null;
  if (answer.status === 304) return { notModified: true, etag: next ?? etag ?? null };
  return { notModified: false, etag: next, body: answer.body };
}
