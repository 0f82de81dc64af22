/** `secrets.set`: writes one secret, as a new version. */
import type { EvidenceVerdict } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { readPresent, readSecret, setRequest, type SecretAddress } from "../client.ts";
import { setInput, setOutput, versionFacts } from "../fields.ts";

export const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates one secret, or writes a new version of it, in the entry's field `value`. Other fields are kept. If someone else writes " +
    "the secret at the same time, Vault refuses this write. A look then finds out whose value was written.",
  input: setInput,
  output: setOutput,
  example: { project: "kv", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "state",
    needs: ["secrets.get"],
    facts: versionFacts,
    compares: ["value"],
    async settle({ input, facts, provider, sameAsSent }): Promise<EvidenceVerdict> {
      // The input was validated before it was sent.
      const address = input as SecretAddress;
      const before = facts?.version;
      const { version, value } = await readSecret(provider, address);
      if (before === undefined || value === null || version <= before) {
        return {
          verdict: "undetermined",
          why: "The secret has no newer version than the one that this write replaces.",
        };
      }
      if (sameAsSent("value", value)) {
        // Only if the secret was absent is it certain that it didn't have this value before.
        return { verdict: "applied", basis: "state", wasDifferent: before === 0, output: savedOutput(address) };
      }
      // This write can only have created the next version. Version numbers restart if the whole secret is destroyed.
      if (version === before + 1) return { verdict: "not_applied", basis: "fence", mayRestart: true };
      return { verdict: "undetermined", why: "The secret has been written again since then." };
    },
  },
  preview: secretPreview("set", ["secrets.get"], (address, provider) => readPresent(provider, address)),
  async run(input, provider) {
    const present = await readPresent(provider, input);
    const facts = { version: present.version };
    await provider.change(setRequest(input, input.value, present), { accept: [200], facts });
    return savedOutput(input);
  },
});

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}
