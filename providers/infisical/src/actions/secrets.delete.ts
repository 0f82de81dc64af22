/** `secrets.delete`: deletes one secret. */
import { OutcomeUnknown } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, readSecrets, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
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
