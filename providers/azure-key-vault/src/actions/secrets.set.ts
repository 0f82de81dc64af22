/** `secrets.set`: writes one secret, as a new version. */
import type { EvidenceVerdict } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { readState } from "../preview.ts";
import { assertAddress, newestOf, readPresent, readVersions, setRequest, type SecretAddress } from "../client.ts";
import { setFacts, setInput, setOutput } from "../fields.ts";

/** The tag for the marker. Each version has its own tags. */
const markerTag = "svc-marker";
const tagsMax = 15;

export const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates one secret, or writes a new version of it. The new version keeps the previous version's tags and content type and gets the tag " +
    `\`${markerTag}\`. If someone else writes the secret at the same time, the last write wins. The name of a deleted secret can't be ` +
    "reused until its retention period ends.",
  input: setInput,
  output: setOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "strong",
    needs: ["secrets.names.list"],
    facts: setFacts,
    async settle({ input, facts, marker, provider }): Promise<EvidenceVerdict> {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      if (facts?.isMarked !== true) return { verdict: "undetermined", why: "The version had no room for the marker." };
      const versions = await readVersions(provider, address);
      if (versions.some(({ tags }) => tags[markerTag] === marker.hex)) {
        return { verdict: "applied", basis: "marker", output: savedOutput(address) };
      }
      if (versions.length > facts.versions) {
        return {
          verdict: "undetermined",
          why: "The secret has been written since, and no version has this marker.",
        };
      }
      // A version can't be removed on its own. While the previous newest version exists, nothing after it was removed.
      const isAnchored = versions.some(({ id }) => id === facts.newest);
      return { verdict: "not_applied", basis: "absence", isAnchored };
    },
  },
  preview: secretPreview("set", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertAddress(provider, input);
    const versions = await readPresent(provider, input);
    const { id: newest = "", tags = {}, contentType = null } = newestOf(versions) ?? {};
    const marked = { ...tags, [markerTag]: provider.marker.hex };
    const isMarked = Object.keys(marked).length <= tagsMax;
    const kept = { tags: isMarked ? marked : tags, contentType };
    const facts = { versions: versions.length, newest, isMarked };
    await provider.change(setRequest(input, input.value, kept), { accept: [200], facts });
    return savedOutput(input);
  },
});

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}
