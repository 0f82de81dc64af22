/** The actions on secrets, in the catalog's order. */
import { OutcomeUnknown, ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { record, textOf } from "@svc/provider-kit/shape";
import {
  deleteRequest,
  hasMarker,
  listRequest,
  readSecrets,
  type SecretAddress,
  secretRequest,
  setRequest,
} from "../client.ts";
import { configInput, deleteOutput, secretInput, setInput, setOutput } from "../fields.ts";

/** The names in an environment or folder, without values. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in an environment or folder, without values. Secrets in subfolders and imported secrets aren't " +
    "listed.",
  input: configInput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod" },
  run: async (input, provider) => ({ names: [...(await readSecrets(provider, input)).keys()] }),
});

const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the value of one secret, with its references resolved. If the folder itself doesn't have the name, it is read from the " +
    "folders that it imports.",
  input: secretInput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    const { status, body } = await provider.read(secretRequest(input), { accept: [200, 404] });
    if (status === 404) {
      // A missing folder has the same status, but it can't be listed.
      await provider.read(listRequest(input));
      throw new ProviderFailure({
        code: "SECRET_NOT_FOUND",
        detail: "The config has no secret with this name. List the names to check it.",
      });
    }
    const { secretValue, secretValueHidden } = record(record(body)["secret"]);
    if (secretValueHidden === true) {
      const detail = "The role of this connection's identity can describe this secret, but not read its value.";
      throw new ProviderFailure({ code: "PROVIDER_FORBIDDEN", detail });
    }
    return { name: input.name, computed: textOf(secretValue) };
  },
});

const secretsSet = defineSecretsAction("secrets.set", {
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

const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Deletes one secret. A missing name is a result (`already_absent`), not an error; so is a name that the folder only imports. If a " +
    "project policy requires approval, Infisical opens an approval request, and the deletion is refused (`PROVIDER_REJECTED`).",
  input: secretInput,
  output: deleteOutput,
  example: { project: "b5d4f8a0-3c1e-4a7b-9d26-0f7a1c2e3b45", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was validated before it was sent.
      const address = input as SecretAddress;
      if ((await readSecrets(provider, address)).has(address.name)) {
        return { verdict: "undetermined", why: "The config lists a secret with this name." };
      }
      // The request was sent only because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], async (address, provider) => ({
    exists: (await readSecrets(provider, address)).has(address.name),
  })),
  async run(input, provider) {
    if (!(await readSecrets(provider, input)).has(input.name)) return deletedOutput(input, "already_absent");
    const { status } = await provider.change(deleteRequest(input), { accept: [200, 404] });
    if (status === 200) return deletedOutput(input, "deleted");
    // A 404 doesn't say if the secret is gone, or its folder can no longer be seen. The list says so.
    if (!(await readSecrets(provider, input)).has(input.name)) return deletedOutput(input, "already_absent");
    throw new OutcomeUnknown();
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
