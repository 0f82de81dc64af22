/** Regions with their own hosts: a closed list in the manifest. Each credential names one of them. */
import type { Provider } from "./provider.ts";
import type { ProviderRequest } from "./request.ts";

/** The placeholder for the region's name in an origin. */
export const regionMark = "{region}";

/** The name of the submission's property, and of the connection's fact, that contains the region. */
export const regionField = "region";

/** The parts of a provider that determine where its requests may go. */
type Places = Pick<Provider, "origin" | "origins" | "regions">;

/** Returns every origin of a provider; the further ones by the names that sent requests use. */
export function originsOf({ origin, origins = {}, regions }: Places): {
  origin: string;
  origins: Readonly<Record<string, string>>;
} {
  if (regions === undefined) return { origin, origins };
  const at = (text: string, region: string): string => text.replace(regionMark, region);
  const further = regions.flatMap((region) => [
    [region, at(origin, region)] as const,
    ...Object.entries(origins).map(([name, text]) => [nameIn(region, name), at(text, region)] as const),
  ]);
  return { origin: at(origin, regions[0] ?? ""), origins: Object.fromEntries(further) };
}

/**
 * Returns a request with the origin of the connection's region.
 * @throws RangeError with a constant message if the provider has regions, but the connection names none of them.
 */
export function inRegion(
  { regions }: Pick<Provider, "regions">,
  facts: Readonly<Record<string, string>>,
  request: ProviderRequest,
): ProviderRequest {
  if (regions === undefined) return request;
  const region = facts[regionField] ?? "";
  if (!regions.includes(region)) throw new RangeError("The connection has no region of its provider.");
  return { ...request, origin: nameIn(region, request.origin) };
}

function nameIn(region: string, origin: string | undefined): string {
  return origin === undefined ? region : `${region}/${origin}`;
}
