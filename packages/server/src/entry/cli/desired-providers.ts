/** The MCP servers of the file of `svc-server apply`: their reviews, and what the deployment will know with them. */
import { ServiceError } from "@svc/contract";
import { checkReview, mcpProvider, reviewBytesMax, type Review } from "@svc/mcp-provider";
import type { Administration } from "../../domain/administration/port.ts";
import { takesApp } from "../../domain/auth-kinds/table.ts";
import type { DesiredProvider } from "../../domain/desired-state/document.ts";
import type { PlanFault } from "../../domain/desired-state/plan.ts";
import type { ResolvedProvider, StoredProvider } from "../../domain/desired-state/reviews.ts";
import type { KnownInputs } from "../../domain/policy/rules.ts";
import { reviewDigest } from "../../domain/providers/reviewed.ts";
import { seenFrom } from "./desired-files.ts";
import { OperatorFailure } from "./io.ts";
import { reviewIn } from "./mcp-providers.ts";
import { readText } from "./svc-file.ts";

/** What a deployment knows about a provider. */
export type KnownProvider = KnownInputs & { takesApp: boolean };

/**
 * Reads the reviews that the file has or names.
 * @param folder what paths are relative to.
 * @throws OperatorFailure for a review file that can't be used, with the place of each fault in it.
 */
export async function readReviews(
  providers: readonly DesiredProvider[],
  folder: string,
): Promise<{ reviews: readonly Review[]; faults: readonly PlanFault[] }> {
  const reviews: Review[] = [];
  const faults: PlanFault[] = [];
  for (const [at, { review }] of providers.entries()) {
    const pointer = `/providers/${String(at)}/review`;
    if (typeof review === "string") {
      const path = seenFrom(folder, review);
      const text = await readText(path, path, reviewBytesMax).catch(messageOf);
      if (typeof text === "string") reviews.push(reviewIn(path, text));
      else faults.push({ pointer, message: `${text.message} \`svc-server providers add-mcp\` writes it.` });
      continue;
    }
    const checked = checkReview(review);
    if (checked.ok) reviews.push(checked.review);
    else faults.push(...checked.faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` })));
  }
  return { reviews, faults };
}

function messageOf(error: unknown): { message: string } {
  if (error instanceof OperatorFailure) return { message: error.message };
  throw error;
}

/** Compares a review with the stored one. */
export async function resolveProvider(
  administration: Pick<Administration, "getMcpServer">,
  review: Review,
  stored: readonly StoredProvider[],
): Promise<ResolvedProvider> {
  const digest = reviewDigest(review);
  const known = stored.find(({ slug }) => slug === review.slug);
  if (known === undefined || known.digest === digest) return { review, digest, stored: null };
  return { review, digest, stored: await storedReview(administration, review.slug) };
}

/** Returns a stored review; null if this version can't read it. */
async function storedReview({ getMcpServer }: Pick<Administration, "getMcpServer">, slug: string) {
  try {
    const checked = checkReview((await getMcpServer({ params: { provider: slug } })).review);
    return checked.ok ? checked.review : null;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** Returns the providers that reviews describe, as a deployment will know them. */
export function describedBy(reviews: readonly Review[]): KnownProvider[] {
  return reviews
    .filter(({ tools }) => tools.some(({ reviewed }) => reviewed))
    .map((review) => {
      const provider = mcpProvider(review);
      return { slug: provider.slug, actions: provider.actions, takesApp: takesApp(provider) };
    });
}
