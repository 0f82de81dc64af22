/** `configs.list`: the configs in a project that the token can see. */
import { summaryCount } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { configsRequest, parseConfigs } from "../client.ts";
import { needsServiceAccount } from "../errors.ts";
import { createdAt, environment, page, perPage, project } from "../fields.ts";

const config = Type.Object(
  {
    name: Type.String({ description: "The name that other actions take as `config`." }),
    project: Type.String({ description: "The config's project." }),
    environment: Type.String({ description: "Slug of the environment." }),
    root: Type.Boolean({
      description: "Whether it is the environment's root config, which its branches inherit from.",
    }),
    locked: Type.Boolean({ description: "Whether it can't be renamed or deleted; says nothing about its secrets." }),
    createdAt,
  },
  { additionalProperties: false },
);

export const configsList = defineAction({
  id: "configs.list",
  title: "List configs",
  description:
    "Lists the configs in a project that the connection's token can see, one page at a time. A Service Token sees only " +
    "its own config. Doppler returns no total; the list ends with an empty page.",
  consent: "See the names of a project's configs",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: true,
  input: Type.Object(
    { project, environment: Type.Optional(environment), page: Type.Optional(page), perPage: Type.Optional(perPage) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      configs: summaryCount(Type.Array(config, { description: "The configs on this page, in no guaranteed order." })),
      page,
    },
    { additionalProperties: false },
  ),
  example: { project: "harbor-api" },
  async run(input, provider) {
    const { body } = await provider.read(configsRequest(input)).catch((failure: unknown) => {
      throw needsServiceAccount(failure, provider.credentialKind, (code) => code);
    });
    const answer = parseConfigs(body);
    return { configs: answer.configs, page: answer.page ?? input.page ?? 1 };
  },
});
