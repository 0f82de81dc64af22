/** `secrets.set`: creates or replaces one secret. */
import { summary } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { namesRequest, parseNames, setRequest } from "../client.ts";
import { config, name, project, value, visibility } from "../fields.ts";

export const secretsSet = defineAction({
  id: "secrets.set",
  title: "Write a secret",
  description:
    "Creates or replaces one secret in a config; the last write wins. In a root config, this changes what every branch " +
    "inherits. The write may trigger deployments that are connected to the config.",
  consent: "Create and replace secrets",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: true,
  input: Type.Object(
    { project, config, name, value, visibility: Type.Optional(visibility) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      project: summary(project),
      config: summary(config),
      name: summary(name),
      saved: summary(Type.Literal(true, { description: "Doppler accepted the value." })),
    },
    { additionalProperties: false },
  ),
  example: { project: "harbor-api", config: "dev", name: "GREETING", value: "hello" },
  async run(input, provider) {
    // The names tell whether the secret exists, without loading its value.
    const { body } = await provider.read(namesRequest(input));
    const exists = parseNames(body).includes(input.name);
    await provider.change(setRequest({ ...input, exists }), { accept: [200] });
    return { project: input.project, config: input.config, name: input.name, saved: true as const };
  },
});
