/** The actions on secrets, in the catalog's order. */
import { type EvidenceVerdict, OutcomeUnknown, ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import {
  assertAddress,
  assertVault,
  deleteRequest,
  isAbsent,
  newestOf,
  readNames,
  readPresent,
  readSecret,
  readVersions,
  type SecretAddress,
  setRequest,
} from "../client.ts";
import { configInput, deleteOutput, getOutput, secretInput, setFacts, setInput, setOutput } from "../fields.ts";
import { readState } from "../preview.ts";

/** The names in a config, without values. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without their values. Includes disabled secrets, but not those of certificates. svc reads " +
    "at most 2,500 secrets of the vault.",
  input: configInput,
  example: { project: "harbor-prod", config: "prod" },
  async run({ project, config }, provider) {
    assertVault(provider, project);
    const names = await readNames(provider);
    return { names: names.filter((one) => one.config === config).map(({ name }) => name) };
  },
});

const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the value of one secret's newest version. A certificate's secret is refused.",
  input: secretInput,
  output: getOutput,
  example: { project: "harbor-prod", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    assertAddress(provider, input);
    const value = await readSecret(provider, input);
    if (value !== null) return { name: input.name, computed: value };
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name. List the names to check it.",
    });
  },
});

/** The tag for the marker. Each version has its own tags. */
const markerTag = "svc-marker";
const tagsMax = 15;

/** Writes one secret, as a new version. */
const secretsSet = defineSecretsAction("secrets.set", {
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

/** Deletes one secret with all its versions. */
const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Deletes one secret with all its versions. The vault keeps them for 7 to 90 days. During that time, someone with permission can recover " +
    "them, and the name can't be reused. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const versions = await readVersions(provider, address);
      if (versions.length > 0) return { verdict: "undetermined", why: "The vault has a secret with this name." };
      // The request was only sent because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertAddress(provider, input);
    const versions = await readPresent(provider, input);
    if (versions.length === 0) return deletedOutput(input, "already_absent");
    const response = await provider.change(deleteRequest(input), { accept: [200, 404, 409] });
    // The secret may be being deleted because of this request, if it arrived twice.
    if (response.status === 409) throw new OutcomeUnknown();
    return deletedOutput(input, isAbsent(response) ? "already_absent" : "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
