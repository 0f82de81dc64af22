/** `secrets.create`: creates one secret without a value. */
import { ProviderFailure, type EvidenceVerdict } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { assertProject, createRequest, readSecret, type SecretAddress } from "../client.ts";
import { createOutput, secretInput } from "../fields.ts";
import { readState } from "../preview.ts";

export const secretsCreate = defineSecretsAction("secrets.create", {
  description:
    "Creates one secret without a value, with automatic replication. Use `secrets.set` to add a value. An existing name is refused. The " +
    "annotation `svc-marker` identifies the execution that created the secret.",
  input: secretInput,
  output: createOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING" },
  evidence: {
    strength: "strong",
    needs: ["secrets.names.list"],
    async settle({ input, marker, provider }): Promise<EvidenceVerdict> {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const secret = await readSecret(provider, address);
      if (secret === null) return { verdict: "not_applied", basis: "absence", isAnchored: false };
      return secret.marker === marker.hex
        ? { verdict: "applied", basis: "marker", output: createdOutput(address) }
        : { verdict: "undetermined", why: "The secret exists, but doesn't have this marker." };
    },
  },
  preview: secretPreview("create", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertProject(provider, input.project);
    if ((await readSecret(provider, input)) !== null) {
      const detail = "A secret with this name already exists, so nothing was created.";
      throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
    }
    await provider.change(createRequest(provider, input, provider.marker.hex), { accept: [200] });
    return createdOutput(input);
  },
});

function createdOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, created: true as const };
}
