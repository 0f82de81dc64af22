/** `secrets.delete`: schedules one secret for deletion. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, readPresent, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Schedules one secret for deletion in seven days. From then on it can't be read. Until it's deleted, its name can't be reused, and you " +
    "can restore it in AWS. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "app", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const present = await readPresent(provider, address);
      if (present !== null && !present.isScheduled) {
        return { verdict: "undetermined", why: "The secret exists and isn't scheduled for deletion." };
      }
      // The request was only sent because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], async (address, provider) => {
    const present = await readPresent(provider, address);
    return { exists: present !== null && !present.isScheduled };
  }),
  async run(input, provider) {
    const present = await readPresent(provider, input);
    if (present === null || present.isScheduled) return deletedOutput(input, "already_absent");
    await provider.change(deleteRequest(input), { accept: [200] });
    return deletedOutput(input, "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}
