/** `secrets.set`: creates or replaces one secret. */
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import { Type } from "typebox";
import {
  namesRequest,
  parseNames,
  readState,
  parseStoredSecret,
  secretRequest,
  setRequest,
  type SecretAddress,
} from "../client.ts";
import { secretInput, setOutput, value, visibility } from "../fields.ts";

export const secretsSet = defineSecretsAction("secrets.set", {
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
