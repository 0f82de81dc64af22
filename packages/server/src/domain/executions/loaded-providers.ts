/**
 * Detects replicas whose provider files differ, from the providers each process has loaded besides the built-in ones.
 */

/** The digest of each provider's files, by slug. */
export type LoadedDigests = Readonly<Record<string, string>>;

/** A provider that differs between processes: its digests, shortened and sorted, and how many processes lack it. */
export type ProviderDifference = { provider: string; digests: readonly string[]; without: number };

const shownDigits = 12;

/**
 * Compares the providers of all processes.
 * @returns those that differ, sorted; none if there is at most one process.
 */
export function differencesOf(processes: readonly LoadedDigests[]): ProviderDifference[] {
  const slugs = new Set(processes.flatMap((loaded) => Object.keys(loaded)));
  return [...slugs].sort().flatMap((provider) => {
    const found = processes.map((loaded) => (Object.hasOwn(loaded, provider) ? loaded[provider] : undefined));
    const digests = [...new Set(found.filter((digest) => digest !== undefined))].sort();
    const without = found.filter((digest) => digest === undefined).length;
    if (digests.length <= 1 && without === 0) return [];
    return [{ provider, digests: digests.map((digest) => digest.slice(0, shownDigits)), without }];
  });
}

/** Describes how a provider differs, in English. */
export function describeDifference({ provider, digests, without }: ProviderDifference): string {
  const files = digests.length > 1 ? `has other files in some processes (${digests.join(", ")})` : null;
  const absent = without > 0 ? `isn't loaded in ${without === 1 ? "one process" : `${without} processes`}` : null;
  return `${provider} ${[files, absent].filter((text) => text !== null).join(" and ")}`;
}
