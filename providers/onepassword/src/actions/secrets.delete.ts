/** `secrets.delete`: deletes one item. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, readOne, readTagged, type SecretAddress } from "../client.ts";
import { deleteOutput, secretInput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Permanently deletes the item with this title and tag, with all of its fields. An item with several tags disappears from each of " +
    "their configs. If several items match, the deletion is refused. A missing item is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was validated before it was sent.
      const address = input as SecretAddress;
      const items = await readTagged(provider, { project: address.project, config: address.config });
      if (items.some(({ title }) => title === address.name)) {
        return { verdict: "undetermined", why: "An item has this title and tag." };
      }
      // The request was sent only because the item existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], async ({ name, ...config }, provider) => {
    const items = await readTagged(provider, config);
    return { exists: items.some(({ title }) => title === name) };
  }),
  async run(input, provider) {
    const item = await readOne(provider, input);
    if (item === null) return deletedOutput(input, "already_absent");
    const { status } = await provider.change(deleteRequest(input, item.id), { accept: [204, 404] });
    return deletedOutput(input, status === 404 ? "already_absent" : "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}
