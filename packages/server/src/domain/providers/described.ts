/** Makes providers from the rows that describe them, and keeps those of this process as the database has them. */
import { createHash } from "node:crypto";
import type { Review } from "@svc/mcp-provider";
import type { Provider } from "@svc/provider-kit";
import { documentsOf, type PlaceRules, reviewPlaceFault } from "./documents.ts";
import type { DescribedProviderRow, DescribedProviderStore } from "./port.ts";
import type { DescribedProvider, ProviderRegistry } from "./registry.ts";
import { enabledReview } from "./reviewed.ts";

/** Makes the provider that a review describes, with its reviewed tools as actions. @throws Error if it breaks a rule. */
export type MakeProvider = (review: Review) => Provider;

/** A provider of a row, or why there is none: `idle` if nothing of it is enabled, `fault` if it can't be used. */
export type MadeProvider = { kind: "made"; described: DescribedProvider } | { kind: "idle" | "fault"; reason: string };

/** Makes the provider of a row, from the tools that are as they were reviewed. */
export function makeDescribed(row: DescribedProviderRow, make: MakeProvider, places: PlaceRules): MadeProvider {
  const documents = documentsOf(row);
  if (documents === null) return { kind: "fault", reason: "its review isn't valid for this version of svc" };
  if (reviewPlaceFault(documents.review, places) !== null)
    return { kind: "fault", reason: "its address isn't allowed in this deployment" };
  const review = enabledReview(documents.review, documents.seen);
  if (review === null) return { kind: "idle", reason: "the tool that names its accounts has changed" };
  if (!review.tools.some(({ reviewed }) => reviewed)) return { kind: "idle", reason: "none of its tools is enabled" };
  try {
    const provider = make(review);
    const digest = createHash("sha256").update(JSON.stringify(review)).digest("hex");
    const { origin } = new URL(row.url);
    const authorization = authorizationOf(review);
    return { kind: "made", described: { provider, url: row.url, origin, authorization, version: row.version, digest } };
  } catch {
    return { kind: "fault", reason: "it breaks a rule of this version of svc" };
  }
}

function authorizationOf({ auth }: Review): DescribedProvider["authorization"] {
  if (auth.kind !== "oauth") return null;
  const [origin, tokenOrigin] = [auth.authorizationEndpoint, auth.tokenEndpoint].map((one) => new URL(one).origin);
  return { origin: origin ?? "", tokenOrigin: tokenOrigin ?? "" };
}

/** Dependencies of the loading. */
export type LoadingDeps = {
  store: Pick<DescribedProviderStore, "versions" | "list">;
  registry: ProviderRegistry;
  make: MakeProvider;
  places: PlaceRules;
  /** Reports one that can't be loaded, once for each of its versions. */
  onFault: (slug: string, reason: string) => void;
};

/**
 * Returns a function that loads what has changed in the database, if anything has. Calls that run keep the provider
 * with which they began.
 */
export function createLoading({ store, registry, make, places, onFault }: LoadingDeps): () => Promise<void> {
  let known = "[]";
  let loaded: ReadonlyMap<string, { version: number; made: MadeProvider }> = new Map();
  const coded = new Set(registry.current().providers.map(({ slug }) => slug));
  const makeOnce = (row: DescribedProviderRow): MadeProvider => {
    const before = loaded.get(row.slug);
    if (before?.version === row.version) return before.made;
    const made: MadeProvider = coded.has(row.slug)
      ? { kind: "fault", reason: "another provider of this server has its slug" }
      : makeDescribed(row, make, places);
    if (made.kind === "fault") onFault(row.slug, made.reason);
    return made;
  };
  return async () => {
    const versions = JSON.stringify(await store.versions());
    if (versions === known) return;
    const rows = await store.list();
    loaded = new Map(rows.map((row) => [row.slug, { version: row.version, made: makeOnce(row) }]));
    registry.replace([...loaded.values()].flatMap(({ made }) => (made.kind === "made" ? [made.described] : [])));
    known = versions;
  };
}
