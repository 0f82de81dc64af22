/** The state that the previews of a creation and a deletion read. */
import type { ReadPort } from "@svc/provider-kit";
import type { SecretState } from "@svc/provider-kit/secrets";
import { assertProject, readSecret, type SecretAddress } from "./client.ts";

/** Reads whether a secret exists. @throws ProviderFailure if the project isn't the service account's. */
export async function readState(address: SecretAddress, provider: ReadPort): Promise<SecretState> {
  assertProject(provider, address.project);
  return { exists: (await readSecret(provider, address)) !== null };
}
