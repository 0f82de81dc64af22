/** `secrets.set`: creates or replaces one secret. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { hasMarker, readSecrets, setRequest, type SecretAddress } from "../client.ts";
import { setInput, setOutput } from "../fields.ts";

export const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates or replaces one secret; the last write wins. A metadata pair `svc-execution` proves which execution wrote it. If a " +
    "project policy requires approval, Infisical opens an approval request, and the write is refused (`PROVIDER_REJECTED`).",
  input: setInput,
  output: setOutput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "strong",
    needs: ["secrets.names.list"],
    async settle({ input, marker, provider }) {
      // The input was validated before it was sent.
      const address = input as SecretAddress;
      const metadata = (await readSecrets(provider, address)).get(address.name) ?? [];
      // Another writer may have replaced the marker, so its absence proves nothing.
      return hasMarker(metadata, marker)
        ? { verdict: "applied", basis: "marker", output: savedOutput(address) }
        : { verdict: "undetermined", why: "The current secret doesn't have this execution's marker." };
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
