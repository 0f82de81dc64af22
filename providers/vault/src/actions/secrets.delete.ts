/** `secrets.delete`: deletes the newest version of one secret. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, readNames, readPresent, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput, versionFacts } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
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
