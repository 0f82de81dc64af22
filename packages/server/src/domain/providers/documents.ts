/** The documents in the rows of providers that are described by data. Pure. */
import { checkReview, type Review } from "@svc/mcp-provider";
import { isLoopback } from "@svc/contract";
import type { DescribedProviderRow } from "./port.ts";
import { nothingSeen, type SeenTools } from "./reviewed.ts";

/** The documents of a row; null if its review isn't valid for it, as after an upgrade that asks for more. */
export function documentsOf({
  slug,
  url,
  review,
  seen,
}: Pick<DescribedProviderRow, "slug" | "url" | "review" | "seen">): { review: Review; seen: SeenTools } | null {
  const checked = checkReview(review);
  if (!checked.ok || checked.review.slug !== slug || checked.review.url !== url) return null;
  return { review: checked.review, seen: (seen as SeenTools | null) ?? nothingSeen };
}

/** Where a deployment connects to. */
export type PlaceRules = {
  /** A sandbox stays on its machine. */
  sandbox: boolean;
  /** Whether a connection may go to an IP address. */
  isAllowedAddress: (address: string) => boolean;
};

/** Why this deployment can't use a review's addresses, with the first that it never connects to; null if it can. */
export function reviewPlaceFault({ url, auth }: Pick<Review, "url" | "auth">, rules: PlaceRules): string | null {
  const own = auth.kind === "oauth" ? [auth.authorizationEndpoint, auth.tokenEndpoint, auth.registrationEndpoint] : [];
  for (const address of [url, ...own]) {
    const fault = address === null ? null : placeFault(address, rules);
    if (fault !== null) return `${String(address)} can't be used: ${fault}`;
  }
  return null;
}

/**
 * Why this deployment never connects to an address, from its text; null if it may. A sandbox stays on its machine, and
 * nothing else leaves without TLS. What a name leads to is checked at each connection.
 */
export function placeFault(url: string, { sandbox, isAllowedAddress }: PlaceRules): string | null {
  const { protocol, hostname } = new URL(url);
  if (sandbox) return isLoopback(hostname) ? null : "A sandbox connects only to servers on this machine.";
  if (protocol !== "https:") return "It has to be https.";
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isAddress = host.includes(":") || /^[\d.]+$/.test(host);
  const isRefused = isAddress ? !isAllowedAddress(host) : /(?:^|\.)localhost$/.test(host);
  return isRefused ? "It's in a network that svc doesn't connect to." : null;
}
