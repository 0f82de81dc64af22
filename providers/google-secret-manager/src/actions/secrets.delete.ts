/** `secrets.delete`: deletes one secret with all its versions. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { assertProject, deleteRequest, isAbsent, readSecret, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput } from "../fields.ts";
import { readState } from "../preview.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Permanently deletes one secret with all its versions. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      if ((await readSecret(provider, address)) !== null) {
        return { verdict: "undetermined", why: "The project has a secret with this name." };
      }
      // The request was only sent because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertProject(provider, input.project);
    if ((await readSecret(provider, input)) === null) return deletedOutput(input, "already_absent");
    const response = await provider.change(deleteRequest(provider, input), { accept: [200, 404] });
    return deletedOutput(input, isAbsent(response) ? "already_absent" : "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}
