/** `secrets.delete`: deletes one secret. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { deleteRequest, namesRequest, parseNames, readState, type SecretAddress } from "../client.ts";
import { secretInput, deleteOutput } from "../fields.ts";

export const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Deletes one secret from a config. In a branch config, the value from the root config may become visible again. If Doppler has no " +
    "such secret, the result is `already_absent`, not an error. A mistyped project or config usually gives the same result.",
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
      // Only Doppler's own response distinguishes `deleted` from `already_absent`.
      return { verdict: "applied", basis: "state", wasDifferent: false, output: null };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    const { status } = await provider.change(deleteRequest(input), { accept: [204, 404] });
    // Doppler's status alone decides. A 404 says that nothing with this address is left to delete; it doesn't say whether
    // the secret, the config or the project is missing.
    const result: "deleted" | "already_absent" = status === 204 ? "deleted" : "already_absent";
    return { project: input.project, config: input.config, name: input.name, result };
  },
});
