/** The actions on secrets, in the catalog's order. */
import { ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { Type } from "typebox";
import {
  deleteRequest,
  namesRequest,
  parseNames,
  parseSecret,
  parseStoredSecret,
  readState,
  type SecretAddress,
  secretRequest,
  type SecretValue,
  setRequest,
} from "../client.ts";
import { configInput, deleteOutput, secretInput, setOutput, value, visibility } from "../fields.ts";

/** Lists the names in a config, without values and without issuing dynamic secrets. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of all secrets in a config, without their values. Includes inherited secrets and Doppler's own (such as " +
    "DOPPLER_PROJECT), but not dynamic secrets, because listing them could issue leases.",
  input: configInput,
  example: { project: "harbor-api", config: "dev" },
  async run(input, provider) {
    const { body } = await provider.read(namesRequest(input));
    return { names: parseNames(body) };
  },
});

const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the value of one secret with its references resolved. `restricted` secrets can be read, too: Doppler hides them " +
    "from people, not from service tokens.",
  input: secretInput,
  example: { project: "harbor-api", config: "dev", name: "STRIPE_KEY" },
  async run(input, provider) {
    const { body } = await provider.read(secretRequest(input));
    return { name: input.name, computed: valueOf(parseSecret(body, input.name)) };
  },
});

/**
 * Returns the value, or throws for one of the four reasons for having none. For a missing name, Doppler answers 200
 * with nulls; the visibilities distinguish that from a withheld value.
 * @throws ProviderFailure if the secret has no value.
 */
function valueOf(secret: SecretValue): string {
  if (secret.computed !== null) return secret.computed;
  if (secret.raw !== null) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail:
        "The secret exists, but Doppler can't resolve a reference in its value. Correct the reference in Doppler, or give " +
        "the token access to the referenced secret.",
    });
  }
  const visibilities = [secret.rawVisibility, secret.computedVisibility];
  if (visibilities.includes("restricted")) {
    throw new ProviderFailure({
      code: "PROVIDER_FORBIDDEN",
      detail: "The secret exists but is restricted: Doppler withholds its value from this connection's token.",
    });
  }
  if (visibilities.every((visibility) => visibility === null)) {
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name. List the names to check it.",
    });
  }
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "Doppler returned a visibility for the secret, but neither a value nor a reason.",
  });
}

const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates or replaces one secret in a config. If someone else writes the secret at the same time, the last write wins. In a root " +
    "config, this changes what every branch inherits. The write may trigger deployments connected to the config.",
  input: Type.Object(
    { ...secretInput.properties, value, visibility: Type.Optional(visibility) },
    { additionalProperties: false },
  ),
  output: setOutput,
  example: { project: "harbor-api", config: "dev", name: "GREETING", value: "hello" },
  evidence: {
    strength: "state",
    needs: ["secrets.get"],
    facts: Type.Object(
      { existed: Type.Boolean({ description: "Whether the name existed before the write." }) },
      { additionalProperties: false },
    ),
    compares: ["value"],
    async settle({ input, facts, provider, sameAsSent }) {
      // The input was valid when it was sent.
      const { project, config, name } = input as SecretAddress;
      const { body } = await provider.read(secretRequest({ project, config, name }));
      const { raw, rawVisibility } = parseStoredSecret(body, name);
      if (raw === null) {
        return { verdict: "undetermined", why: "The config has no value for this name, or Doppler withholds it." };
      }
      // `computed` differs from what was written if the value refers to others.
      if (!sameAsSent("value", raw)) return { verdict: "undetermined", why: "The secret has another value now." };
      if (input.visibility !== undefined && rawVisibility !== input.visibility) {
        return { verdict: "undetermined", why: "The secret has this value, but not the requested visibility." };
      }
      const wasDifferent = facts?.existed === false;
      return { verdict: "applied", basis: "state", wasDifferent, output: savedOutput({ project, config, name }) };
    },
  },
  preview: secretPreview("set", ["secrets.names.list"], readState),
  async run(input, provider) {
    // The names show whether the secret exists, without loading its value.
    const { body } = await provider.read(namesRequest(input));
    const exists = parseNames(body).includes(input.name);
    await provider.change(setRequest({ ...input, exists }), { accept: [200], facts: { existed: exists } });
    return savedOutput(input);
  },
});

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}

const secretsDelete = defineSecretsAction("secrets.delete", {
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
    // Doppler's status alone decides. A 404 says that nothing with this address is left to delete; it doesn't say
    // whether the secret, the config or the project is missing.
    const result: "deleted" | "already_absent" = status === 204 ? "deleted" : "already_absent";
    return { project: input.project, config: input.config, name: input.name, result };
  },
});

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
