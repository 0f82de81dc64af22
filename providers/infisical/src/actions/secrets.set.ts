/** `secrets.set`: creates or replaces one secret. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { hasMarker, readSecrets, setRequest, type SecretAddress } from "../client.ts";
import { setInput, setOutput } from "../fields.ts";

export const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates or replaces one secret; the last write wins. Its metadata gets a pair `svc-execution`, which proves who wrote it. If a " +
    "policy of the project requires approval, Infisical opens a request for it, and this write is refused (`PROVIDER_REJECTED`).",
  input: setInput,
  output: setOutput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "strong",
    needs: ["secrets.names.list"],
    async settle({ input, marker, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const metadata = (await readSecrets(provider, address)).get(address.name) ?? [];
      // Another writer replaces the marker, so its absence proves nothing.
      return hasMarker(metadata, marker)
        ? { verdict: "applied", basis: "marker", output: savedOutput(address) }
        : { verdict: "undetermined", why: "The secret as it is now doesn't have this execution's marker." };
    },
  },
  preview: secretPreview("set", ["secrets.names.list"], async (address, provider) => ({
    exists: (await readSecrets(provider, address)).has(address.name),
  })),
  async run(input, provider) {
    const metadata = (await readSecrets(provider, input)).get(input.name) ?? null;
    await provider.change(setRequest(input, input.value, metadata, provider.marker), { accept: [200] });
    return savedOutput(input);
  },
});

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}
