/** `secrets.set`: creates an item, or replaces the password or credential of one. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import {
  createRequest,
  hasMarker,
  readFields,
  readOne,
  readTagged,
  replaceRequest,
  type SecretAddress,
} from "../client.ts";
import { setInput, setOutput } from "../fields.ts";

/** The number of items with the same title that a look reads. */
const lookedAtMax = 5;

export const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates an API credential with this title and tag, or replaces the password or credential of the existing item; the last write " +
    "wins. A field `svc-execution` in the item proves which execution wrote it. An item with several tags is in each of their configs.",
  input: setInput,
  output: setOutput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "strong",
    needs: ["secrets.get"],
    async settle({ input, marker, provider }) {
      // The input was validated before it was sent.
      const address = input as SecretAddress;
      for (const { id } of (await readTagged(provider, address)).slice(0, lookedAtMax)) {
        const fields = await readFields(provider, address.project, id, true);
        if (hasMarker(fields, marker)) return { verdict: "applied", basis: "marker", output: savedOutput(address) };
      }
      // Another writer may have replaced the marker, so its absence proves nothing.
      return { verdict: "undetermined", why: "No item with this title and tag has this execution's marker." };
    },
  },
  preview: secretPreview("set", ["secrets.names.list"], async ({ name, ...config }, provider) => {
    const items = await readTagged(provider, config);
    return { exists: items.some(({ title }) => title === name) };
  }),
  async run(input, provider) {
    const item = await readOne(provider, input);
    const request =
      item === null
        ? createRequest(input, input.value, provider.marker)
        : replaceRequest(
            input,
            item.id,
            await readFields(provider, input.project, item.id, false),
            input.value,
            provider.marker,
          );
    await provider.change(request, { accept: [200] });
    return savedOutput(input);
  },
});

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}
