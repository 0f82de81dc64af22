/** `secrets.delete`: removes one secret. */
import { oneOf, summary } from "@svc/contract";
import { defineAction, ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { deleteRequest, namesRequest, type ConfigAddress } from "../client.ts";
import { config, name, project } from "../fields.ts";

export const secretsDelete = defineAction({
  id: "secrets.delete",
  title: "Delete a secret",
  description:
    "Deletes one secret of a config. A name that is not there is an answer (`already_absent`), not an error. In a " +
    "branch config the value of the root config may show again afterwards.",
  consent: "Delete secrets",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: true,
  input: Type.Object({ project, config, name }, { additionalProperties: false }),
  output: Type.Object(
    {
      project: summary(project),
      config: summary(config),
      name: summary(name),
      result: summary(oneOf(["deleted", "already_absent"], "Whether the secret was there to be deleted.")),
    },
    { additionalProperties: false },
  ),
  example: { project: "harbor-api", config: "dev", name: "GREETING" },
  async run(input, provider) {
    const { status } = await provider.change(deleteRequest(input), { accept: [204, 404] });
    const denial = status === 404 ? await denialOf(input, provider) : null;
    if (denial !== null) throw denial;
    const result: "deleted" | "already_absent" = status === 204 ? "deleted" : "already_absent";
    return { project: input.project, config: input.config, name: input.name, result };
  },
});

/**
 * A 404 of the deletion means a missing secret as well as a missing project or config: the names tell them apart.
 * @returns the failure where the names are denied as not found; null for every other end, since that is no evidence
 *   against the definite answer that the deletion had.
 */
async function denialOf(address: ConfigAddress, provider: ReadPort): Promise<ProviderFailure | null> {
  try {
    await provider.read(namesRequest(address));
  } catch (end) {
    if (end instanceof ProviderFailure && end.refusal.code === "PROVIDER_NOT_FOUND") return end;
  }
  return null;
}
