/** The state that the previews of a write and a deletion read. */
import type { ReadPort } from "@svc/provider-kit";
import type { SecretState } from "@svc/provider-kit/secrets";
import { assertAddress, newestOf, readPresent, type SecretAddress } from "./client.ts";

/** Reads whether a secret exists, and its newest version. @throws ProviderFailure if the vault can't have it. */
export async function readState(
  address: SecretAddress & { project: string },
  provider: ReadPort,
): Promise<SecretState> {
  assertAddress(provider, address);
  const versions = await readPresent(provider, address);
  return { exists: versions.length > 0, version: newestOf(versions)?.id ?? null };
}
