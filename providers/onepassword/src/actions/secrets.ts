/** The actions on secrets, in the catalog's order. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import {
  createRequest,
  deleteRequest,
  hasMarker,
  readFields,
  readNewest,
  readOnly,
  readTagged,
  replaceRequest,
  sameTitleMax,
  type SecretAddress,
  valueField,
} from "../client.ts";
import { configInput, deleteOutput, secretInput, setInput, setOutput } from "../fields.ts";

/** The titles of the items with a tag, without their fields. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description: "Lists the titles of a vault's items with a tag, without their fields. Archived items aren't listed.",
  input: configInput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz", config: "prod" },
  async run(input, provider) {
    const titles = (await readTagged(provider, input)).map(({ title }) => title);
    return { names: [...new Set(titles)] };
  },
});

const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the password or credential of the item with this title and tag. If several items match, it reads the newest, provided that " +
    "svc wrote all of them. Otherwise, or if the item has several secrets, the read is refused (`PROVIDER_REJECTED`).",
  input: secretInput,
  example: { project: "ftz4pm2xxwmwrsd7rjqn7grzfz", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    const item = await readNewest(provider, input);
    if (item === null) {
      throw new ProviderFailure({ code: "SECRET_NOT_FOUND", detail: "No item in the vault has this title and tag." });
    }
    const fields = await readFields(provider, input.project, item.id, true);
    return { name: input.name, computed: valueField(fields).value };
  },
});

/** Creates an item, or replaces the password or credential of one. */
const secretsSet = defineSecretsAction("secrets.set", {
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
      for (const { id } of (await readTagged(provider, address)).slice(0, sameTitleMax)) {
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
    const item = await readNewest(provider, input);
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

const secretsDelete = defineSecretsAction("secrets.delete", {
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
    const item = await readOnly(provider, input);
    if (item === null) return deletedOutput(input, "already_absent");
    const { status } = await provider.change(deleteRequest(input, item.id), { accept: [204, 404] });
    return deletedOutput(input, status === 404 ? "already_absent" : "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
