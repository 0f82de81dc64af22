/** What operators do with the reviews of MCP servers: apply one, accept a tool that changed, remove a provider. */
import { ServiceError } from "@svc/contract";
import { endpointFault, type Review } from "@svc/mcp-provider";
import type { Platform } from "../../platform.ts";
import { dayMs } from "../clock/units.ts";
import type { Actor } from "../journal/port.ts";
import { documentsOf, placeFault, reviewPlaceFault } from "./documents.ts";
import type { DescribedProviderRow, DescribedProviderStore } from "./port.ts";
import { acceptTool, afterReview, enabledCount, nothingSeen, type SeenTools } from "./reviewed.ts";

/** How often a server's tools are compared with their review, in milliseconds. */
export const checkEveryMs = dayMs;

/** A provider that is described by data, with its documents. */
export type ReviewedProvider = { row: DescribedProviderRow; review: Review; seen: SeenTools };

export type ProviderReviews = {
  /**
   * Checks whether a provider with this slug could be added or reviewed again. @throws ServiceError INVALID_REQUEST.
   */
  checkNew(slug: string, url: string): Promise<void>;
  /**
   * Adds a provider, or replaces the review of one. Both take effect in every process within seconds.
   * @throws ServiceError INVALID_REQUEST, also if it was changed at the same time.
   */
  apply(review: Review, actor: Actor): Promise<{ isNew: boolean; enabled: number }>;
  /**
   * Accepts a tool as the last check found it. What the operator decided about the tool before stays.
   * @throws ServiceError NOT_FOUND, INVALID_REQUEST.
   */
  accept(slug: string, tool: string, actor: Actor): Promise<{ enabled: number }>;
  /** @throws ServiceError NOT_FOUND. */
  remove(slug: string): Promise<void>;
  /** @throws ServiceError NOT_FOUND. */
  find(slug: string): Promise<ReviewedProvider>;
  /** All that aren't removed and whose review this version can read. */
  list(): Promise<ReviewedProvider[]>;
};

/** Dependencies of the operations. */
export type ProviderReviewsDeps = {
  store: DescribedProviderStore;
  platform: Pick<Platform, "nowMs">;
  sandbox: boolean;
  /** The slugs of the providers that are code. */
  coded: ReadonlySet<string>;
};

/** Creates the operations. Each change is recorded in the deployment's journal. */
export function createProviderReviews({ store, platform, sandbox, coded }: ProviderReviewsDeps): ProviderReviews {
  /** @returns the stored row, if there is one. */
  const findPlace = async (slug: string, url: string): Promise<DescribedProviderRow | null> => {
    const address = endpointFault(url) ?? placeFault(url, sandbox);
    if (address !== null) throw refused(`${url} can't be used: ${address}`);
    if (coded.has(slug)) throw refused(`The provider ${slug} is code of this server: choose another slug.`);
    const before = await store.find(slug);
    if (before === null || before.url === url) return before;
    const detail = `The slug ${slug} belongs to ${before.url}, and so do its connections: choose another slug for ${url}.`;
    throw refused(detail);
  };
  const find: ProviderReviews["find"] = async (slug) => {
    const row = await store.find(slug);
    const documents = row === null || row.removedAt !== null ? null : documentsOf(row);
    if (row === null || documents === null) throw missing();
    return { row, ...documents };
  };
  return {
    find,
    checkNew: async (slug, url) => void (await findPlace(slug, url)),
    async list() {
      return (await store.list()).flatMap((row) => {
        const documents = documentsOf(row);
        return documents === null ? [] : [{ row, ...documents }];
      });
    },
    async apply(review, actor) {
      const { slug, url } = review;
      const place = reviewPlaceFault(review, sandbox);
      if (place !== null) throw refused(place);
      const before = await findPlace(slug, url);
      const now = platform.nowMs();
      if (before === null) {
        const enabled = enabledCount(review, nothingSeen);
        const times = { createdAt: now, updatedAt: now, removedAt: null, checkedAt: null };
        const row = { slug, url, review, seen: nothingSeen, version: 1, ...times, checkDue: now + checkEveryMs };
        if (!(await store.add({ ...row, checkFault: "" }, { actor, enabled }))) throw changedMeanwhile();
        return { isNew: true, enabled };
      }
      const seen = afterReview(review, (before.seen as SeenTools | null) ?? nothingSeen);
      const enabled = enabledCount(review, seen);
      if (!(await store.apply(before, { review, seen, updatedAt: now }, { actor, enabled }))) throw changedMeanwhile();
      return { isNew: before.removedAt !== null, enabled };
    },
    async accept(slug, tool, actor) {
      const { row, review, seen } = await find(slug);
      const accepted = acceptTool(review, seen, tool);
      if (accepted === null) throw new ServiceError("NOT_FOUND", { detail: `No change of a tool ${tool} waits here.` });
      if (documentsOf({ ...row, ...accepted }) === null) {
        throw refused(`${tool} can't be accepted as it is now: write a review with providers add-mcp, and apply it.`);
      }
      const enabled = enabledCount(accepted.review, accepted.seen);
      const change = { ...accepted, updatedAt: platform.nowMs() };
      if (!(await store.apply(row, change, { actor, enabled, accepted: tool }))) throw changedMeanwhile();
      return { enabled };
    },
    async remove(slug) {
      if (!(await store.remove(slug, platform.nowMs()))) throw missing();
    },
  };
}

function missing(): ServiceError {
  return new ServiceError("NOT_FOUND", { detail: "There is no such MCP server. List the providers." });
}

function refused(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}

function changedMeanwhile(): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail: "It was changed at the same time. Look at it, and try again." });
}
