/** `secrets.names.list`: lists the names in a config, without values and without issuing dynamic secrets. */
import { summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { namesRequest, parseNames } from "../client.ts";
import { config, project } from "../fields.ts";

export const secretsNamesList = defineAction({
  id: "secrets.names.list",
  title: "List secret names",
  description:
    "Lists the names of all secrets in a config, including inherited ones and Doppler's own (such as DOPPLER_PROJECT), " +
    "without any value. Dynamic secrets are left out, because listing them could issue leases.",
  consent: "See the names of a config's secrets, but not their values",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: true,
  input: Type.Object({ project, config }, { additionalProperties: false }),
  output: Type.Object(
    {
      names: summaryCount(Type.Array(Type.String(), { description: "The names, in no guaranteed order." })),
    },
    { additionalProperties: false },
  ),
  example: { project: "harbor-api", config: "dev" },
  async run(input, provider) {
    const { body } = await provider.read(namesRequest(input));
    return { names: parseNames(body) };
  },
});
