/** The administration of remote MCP servers: their reviews, and tools that changed. */
import { ServiceError, type AdminResult } from "@svc/contract";
import { checkReview, type Review } from "@svc/mcp-provider";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import { documentsOf } from "../providers/documents.ts";
import type { DescribedProviderRow } from "../providers/port.ts";
import { changesOf, enabledCount, reviewDigest, toolStates } from "../providers/reviewed.ts";
import { reviewVersion } from "../providers/reviews.ts";
import { keyedPage } from "./pages.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

type McpServerAdministration = Pick<
  Administration,
  "listMcpServers" | "getMcpServer" | "setMcpServer" | "acceptMcpTool" | "removeMcpServer"
>;

type McpServer = AdminResult<"listMcpServers">["mcpServers"][number];

/** The most faults of a review in one response. */
const faultsMax = 20;

/** Creates the operations. Each change takes effect in this process before it returns, and in others within seconds. */
export function createMcpServerAdministration({
  store,
  reviews,
  loadProviders,
  cursors,
  actor,
}: AdministrationDeps): McpServerAdministration {
  const present = async (slug: string): Promise<McpServer> => presentServer((await reviews.find(slug)).row);
  return {
    async listMcpServers({ query }) {
      const rows = await store.describedProviders.list();
      const page = keyedPage(cursors, { listing: "mcpServers", rows, keyOf: ({ slug }) => slug }, query);
      return { mcpServers: page.rows.map(presentServer), nextCursor: page.nextCursor };
    },
    async getMcpServer({ params: { provider } }) {
      const { row, review, seen } = await reviews.find(provider);
      return {
        ...presentServer(row),
        review: { ...review },
        tools: toolStates(review, seen),
        changes: changesOf({ review, seen }),
      };
    },
    async setMcpServer({ params: { provider }, body, expectedVersion }) {
      const review = readReview(body.review, provider);
      const { isNew } = await reviews.apply(review, actor, expectedVersion);
      await loadProviders();
      return { ...(await present(provider)), isNew };
    },
    async acceptMcpTool({ params: { provider }, body: { tool }, expectedVersion }) {
      await reviews.accept(provider, tool, actor, expectedVersion ?? undefined);
      await loadProviders();
      return present(provider);
    },
    async removeMcpServer({ params: { provider: slug }, expectedVersion }) {
      const { url } = await reviews.remove(slug, actor, expectedVersion ?? undefined);
      await loadProviders();
      return { slug, url };
    },
  };
}

/** @throws ServiceError INVALID_REQUEST with the place of each fault, or if it is the review of another provider. */
function readReview(value: object, slug: string): Review {
  const read = checkReview(value);
  if (!read.ok) throw faulty(read.faults);
  if (read.review.slug === slug) return read.review;
  throw faulty([{ pointer: "/slug", message: "It must be the provider in the path." }]);
}

function faulty(faults: readonly { pointer: string; message: string }[]): ServiceError {
  const errors = faults.slice(0, faultsMax).map(({ pointer, message }) => {
    return { pointer: `/review${pointer}`, keyword: "review", message };
  });
  return new ServiceError("INVALID_REQUEST", { detail: "The review can't be used. Nothing was changed.", errors });
}

function presentServer(row: DescribedProviderRow): McpServer {
  const documents = documentsOf(row);
  return {
    slug: row.slug,
    url: row.url,
    reviewDigest: reviewDigest(row.review as object),
    // A review that this version can't read enables nothing.
    enabled: documents === null ? 0 : enabledCount(documents.review, documents.seen),
    updatedAt: timestamp(row.updatedAt),
    checkedAt: timestampOrNull(row.checkedAt),
    checkFault: row.checkFault,
    version: reviewVersion(row),
  };
}
