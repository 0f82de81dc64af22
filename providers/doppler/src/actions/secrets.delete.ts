/** `secrets.delete`: deletes one secret. */
import { ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import {
  deleteRequest,
  namesRequest,
  parseNames,
  readState,
  type ConfigAddress,
  type SecretAddress,
} from "../client.ts";
import { secretInput, deleteOutput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Deletes one secret from a config. In a branch config, the value from the root config may become visible again. A missing name is a " +
    "result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "harbor-api", config: "dev", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const { project, config, name } = input as SecretAddress;
      const { body } = await provider.read(namesRequest({ project, config }));
      if (parseNames(body).includes(name)) {
        return { verdict: "undetermined", why: "The config has a secret with this name now." };
      }
      // Only Doppler's own answer distinguishes `deleted` from `already_absent`.
      return { verdict: "applied", basis: "state", wasDifferent: false, output: null };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    const { status } = await provider.change(deleteRequest(input), { accept: [204, 404] });
    const denial = status === 404 ? await denialOf(input, provider) : null;
    if (denial !== null) throw denial;
    const result: "deleted" | "already_absent" = status === 204 ? "deleted" : "already_absent";
    return { project: input.project, config: input.config, name: input.name, result };
  },
});

/**
 * A 404 for the deletion can mean a missing secret, project or config; reading the names shows which.
 * @returns the failure if the names are also not found; otherwise null, because any other result doesn't contradict the
 *   deletion's definite answer.
 */
async function denialOf(address: ConfigAddress, provider: ReadPort): Promise<ProviderFailure | null> {
  try {
    await provider.read(namesRequest(address));
  } catch (end) {
    if (end instanceof ProviderFailure && end.refusal.code === "PROVIDER_NOT_FOUND") return end;
  }
  return null;
}
