/** `secrets.delete`: deletes one parameter. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, readPresent, readState, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Permanently deletes one parameter and its history. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "app", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const { present } = await readPresent(provider, address);
      if (present !== null) return { verdict: "undetermined", why: "There is a parameter with this name." };
      // The request was only sent because the parameter existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    const { present } = await readPresent(provider, input);
    if (present === null) return deletedOutput(input, "already_absent");
    await provider.change(deleteRequest(input), { accept: [200] });
    return deletedOutput(input, "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}
