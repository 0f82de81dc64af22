/** The actions on secrets, in the catalog's order. */
import { type EvidenceVerdict, ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, readNames, readPresent, readSecret, type SecretAddress, setRequest } from "../client.ts";
import { configInput, deleteOutput, secretInput, setInput, setOutput, versionFacts } from "../fields.ts";

/** The names in a folder, without values. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a folder, without values. Secrets in subfolders aren't listed. Vault before 1.21 also lists " +
    "names whose newest version is deleted.",
  input: configInput,
  example: { project: "kv", config: "prod" },
  run: async (input, provider) => ({ names: await readNames(provider, input) }),
});

const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the field `value` in the newest version of one secret. Other fields of the entry aren't read.",
  input: secretInput,
  example: { project: "kv", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    const { value } = await readSecret(provider, input);
    if (value !== null) return { name: input.name, computed: value };
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The folder has no secret with this name. List the names to check it.",
    });
  },
});

/** Writes one secret, as a new version. */
const secretsSet = defineSecretsAction("secrets.set", {
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

/** Deletes the newest version of one secret. */
const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Deletes the newest version of one secret. It can be undeleted in Vault with the right to do so. A version that is written at the " +
    "same time isn't deleted. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "kv", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    facts: versionFacts,
    async settle({ input, provider }) {
      // The input was validated before it was sent.
      const address = input as SecretAddress;
      const names = await readNames(provider, address);
      if (names.includes(address.name)) {
        return { verdict: "undetermined", why: "The folder lists a secret with this name." };
      }
      // The request was sent only because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.get"], (address, provider) => readPresent(provider, address)),
  async run(input, provider) {
    const { version, exists } = await readPresent(provider, input);
    if (!exists) return deletedOutput(input, "already_absent");
    await provider.change(deleteRequest(input, version), { accept: [200, 204], facts: { version } });
    return deletedOutput(input, "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
