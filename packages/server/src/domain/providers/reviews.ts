/** What operators do with the reviews of MCP servers: apply one, accept a tool that changed, remove a provider. */
import { ServiceError } from "@svc/contract";
import { endpointFault, type Inspection, type Review } from "@svc/mcp-provider";
import type { Platform } from "../../platform.ts";
import { dayMs } from "../clock/units.ts";
import type { Actor } from "../journal/port.ts";
import { isExpected } from "../versions/version.ts";
import { documentsOf, placeFault, type PlaceRules, reviewPlaceFault } from "./documents.ts";
import type { DescribedProviderRow, DescribedProviderStore } from "./port.ts";
import { acceptTool, afterReview, enabledCount, nothingSeen, type SeenTools } from "./reviewed.ts";

/** How often a server's tools are compared with their review, in milliseconds. */
export const checkEveryMs = dayMs;

/** A provider that is described by data, with its documents. */
export type ReviewedProvider = { row: DescribedProviderRow; review: Review; seen: SeenTools };

/**
 * Asks a server that an operator adds what it is and which tools it has.
 * @param token a bearer token, if it lists its tools only with one.
 * @throws InspectionFault
 */
export type InspectNewServer = (url: string, token: string | null) => Promise<Inspection>;

/** Returns the version of a provider. It changes with its review, and whenever a check finds that its tools changed. */
export function reviewVersion({ version }: Pick<DescribedProviderRow, "version">): string {
  return String(version);
}

/** With another version than the expected one, the operations throw ServiceError PRECONDITION_FAILED. */
export type ProviderReviews = {
  /**
   * Checks whether a provider with this slug could be added or reviewed again. @throws ServiceError INVALID_REQUEST.
   */
  checkNew(slug: string, url: string): Promise<void>;
  /**
   * Adds a provider, or replaces the review of one. Both take effect in every process within seconds.
   * @param expectedVersion the version that is to be replaced; null if there must be none.
   * @throws ServiceError INVALID_REQUEST, also if it was changed at the same time.
   */
  apply(review: Review, actor: Actor, expectedVersion?: string | null): Promise<{ isNew: boolean; enabled: number }>;
  /**
   * Accepts a tool as the last check found it. What the operator decided about the tool before stays.
   * @throws ServiceError NOT_FOUND, INVALID_REQUEST.
   */
  accept(slug: string, tool: string, actor: Actor, expectedVersion?: string): Promise<{ enabled: number }>;
  /** @throws ServiceError NOT_FOUND, or INVALID_REQUEST if it was changed at the same time. */
  remove(slug: string, actor: Actor, expectedVersion?: string): Promise<{ url: string }>;
  /** @throws ServiceError NOT_FOUND. */
  find(slug: string): Promise<ReviewedProvider>;
  /** All that aren't removed and whose review this version can read. */
  list(): Promise<ReviewedProvider[]>;
};

/** Dependencies of the operations. */
export type ProviderReviewsDeps = {
  store: DescribedProviderStore;
  platform: Pick<Platform, "nowMs">;
  /** Where servers may be. */
  places: PlaceRules;
  /** The slugs of the providers that are code. */
  coded: ReadonlySet<string>;
};

/** Creates the operations. Each change is recorded in the deployment's journal. */
export function createProviderReviews({ store, platform, places, coded }: ProviderReviewsDeps): ProviderReviews {
  /** @returns the stored row, if there is one. */
  const findPlace = async (slug: string, url: string): Promise<DescribedProviderRow | null> => {
    const address = endpointFault(url) ?? placeFault(url, places);
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
    async apply(review, actor, expectedVersion) {
      const { slug, url } = review;
      const place = reviewPlaceFault(review, places);
      if (place !== null) throw refused(place);
      const before = await findPlace(slug, url);
      const current = before === null || before.removedAt !== null ? null : reviewVersion(before);
      refuseStale(expectedVersion, current);
      const now = platform.nowMs();
      if (before === null) {
        const enabled = enabledCount(review, nothingSeen);
        const times = { createdAt: now, updatedAt: now, removedAt: null, checkedAt: null };
        const row = { slug, url, review, seen: nothingSeen, version: 1, ...times, checkDue: now + checkEveryMs };
        if (!(await store.add({ ...row, checkFault: "" }, { actor, enabled }))) throw changedMeanwhile(expectedVersion);
        return { isNew: true, enabled };
      }
      const seen = afterReview(review, (before.seen as SeenTools | null) ?? nothingSeen);
      const enabled = enabledCount(review, seen);
      if (!(await store.apply(before, { review, seen, updatedAt: now }, { actor, enabled })))
        throw changedMeanwhile(expectedVersion);
      return { isNew: before.removedAt !== null, enabled };
    },
    async accept(slug, tool, actor, expectedVersion) {
      const { row, review, seen } = await find(slug);
      refuseStale(expectedVersion, reviewVersion(row));
      const accepted = acceptTool(review, seen, tool);
      if (accepted === null) throw new ServiceError("NOT_FOUND", { detail: `No change of a tool ${tool} waits here.` });
      if (documentsOf({ ...row, ...accepted }) === null) {
        throw refused(`${tool} can't be accepted as it is now: write a review with providers add-mcp, and apply it.`);
      }
      const enabled = enabledCount(accepted.review, accepted.seen);
      const change = { ...accepted, updatedAt: platform.nowMs() };
      if (!(await store.apply(row, change, { actor, enabled, accepted: tool })))
        throw changedMeanwhile(expectedVersion);
      return { enabled };
    },
    async remove(slug, actor, expectedVersion) {
      const row = await store.find(slug);
      if (row === null || row.removedAt !== null) throw missing();
      refuseStale(expectedVersion, reviewVersion(row));
      if (!(await store.remove(row, platform.nowMs(), actor))) throw changedMeanwhile(expectedVersion);
      return { url: row.url };
    },
  };
}

function missing(): ServiceError {
  return new ServiceError("NOT_FOUND", { detail: "There is no such MCP server. List the providers." });
}

function refused(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}

/** @throws ServiceError PRECONDITION_FAILED unless any version will do, or it is the current one. */
function refuseStale(expected: string | null | undefined, current: string | null): void {
  if (!isExpected(expected, () => current)) throw new ServiceError("PRECONDITION_FAILED");
}

function changedMeanwhile(expectedVersion: string | null | undefined): ServiceError {
  if (expectedVersion !== undefined) return new ServiceError("PRECONDITION_FAILED");
  return new ServiceError("INVALID_REQUEST", { detail: "It was changed at the same time. Look at it, and try again." });
}
