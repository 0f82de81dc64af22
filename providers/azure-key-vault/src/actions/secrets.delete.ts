/** `secrets.delete`: deletes one secret with all its versions. */
import { OutcomeUnknown } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { readState } from "../preview.ts";
import { assertAddress, deleteRequest, isAbsent, readPresent, readVersions, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
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
