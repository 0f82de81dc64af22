/** Providers that are described by data, as this process and commands load them. */
import { mcpProvider } from "@svc/mcp-provider";
import type { FastifyBaseLogger } from "fastify";
import { createLoading, makeDescribed } from "../domain/providers/described.ts";
import type { PlaceRules } from "../domain/providers/documents.ts";
import type { ProviderRegistry } from "../domain/providers/registry.ts";
import type { RegisteredProvider } from "./providers.ts";
import type { Resources } from "./resources.ts";

/** How soon every process has what the database says, in milliseconds. */
export const describedEveryMs = 2000;

/** Creates the loading of a server. */
export function loadingOf(
  { store }: Pick<Resources, "store">,
  registry: ProviderRegistry,
  { places, log }: { places: PlaceRules; log: Pick<FastifyBaseLogger, "error"> },
): () => Promise<void> {
  return createLoading({
    store: store.describedProviders,
    registry,
    make: mcpProvider,
    places,
    onFault: (provider, reason) => log.error({ provider }, `the provider of an MCP server can't be used: ${reason}`),
  });
}

/** Returns those that a command can use. */
export async function readDescribed(
  { store }: Pick<Resources, "store">,
  places: PlaceRules,
): Promise<readonly Pick<RegisteredProvider, "provider" | "source">[]> {
  const rows = await store.describedProviders.list();
  return rows.flatMap((row) => {
    const made = makeDescribed(row, mcpProvider, places);
    if (made.kind !== "made") return [];
    const { provider, url, version, digest } = made.described;
    return [{ provider, source: { kind: "described" as const, url, version, digest } }];
  });
}
