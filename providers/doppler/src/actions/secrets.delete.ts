/** `secrets.delete`: removes one secret. */
import { summary } from "@svc/contract";
import { defineAction, ProviderFailure, type ProviderFailureCode, type ReadPort } from "@svc/provider-kit";
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
      result: summary(
        Type.Enum(["deleted", "already_absent"], { description: "Whether the secret was there to be deleted." }),
      ),
    },
    { additionalProperties: false },
  ),
  async run(input, provider) {
    const { status } = await provider
      .change(deleteRequest(input), { accept: [204, 404] })
      .catch(async (end: unknown) => {
        throw (isWordless400(end) ? await denialOf(input, provider, deniedAfter400) : null) ?? end;
      });
    const denial = status === 404 ? await denialOf(input, provider, deniedAfter404) : null;
    if (denial !== null) throw denial;
    const result: "deleted" | "already_absent" = status === 204 ? "deleted" : "already_absent";
    return { project: input.project, config: input.config, name: input.name, result };
  },
});

/** A 404 of the deletion means a missing secret as well as a missing project or config: the names tell them apart. */
const deniedAfter404: readonly ProviderFailureCode[] = ["PROVIDER_NOT_FOUND"];

/** What a 400 says in words only, which may have been discarded with the deletion's answer. */
const deniedAfter400: readonly ProviderFailureCode[] = ["PROVIDER_NOT_FOUND", "PROVIDER_UNAUTHORIZED"];

function isWordless400(end: unknown): boolean {
  return end instanceof ProviderFailure && end.refusal.code === "PROVIDER_REJECTED";
}

/**
 * Reads the names once to learn why a deletion had no effect.
 * @returns the failure, where it has one of the codes; null for every other end, since that is no evidence against the
 *   definite answer that the deletion had.
 */
async function denialOf(
  address: ConfigAddress,
  provider: ReadPort,
  codes: readonly ProviderFailureCode[],
): Promise<ProviderFailure | null> {
  try {
    await provider.read(namesRequest(address));
  } catch (end) {
    if (end instanceof ProviderFailure && codes.includes(end.refusal.code)) return end;
  }
  return null;
}
