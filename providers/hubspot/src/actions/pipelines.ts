/** Lists the deal pipelines and their stages. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { pipelinesRequest } from "../client.ts";
import { entriesOf } from "../fields.ts";
import { pipeline } from "../resources.ts";
import { reading } from "../scopes.ts";

const pipelinesList = defineAction({
  id: "pipelines.list",
  title: "List deal pipelines",
  description: "Lists the account's deal pipelines with their stages.",
  consent: "See the stages of your deals",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading("deals"),
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object(
    { pipelines: Type.Array(pipeline.schema, { description: "The account's deal pipelines." }) },
    { additionalProperties: false },
  ),
  example: {},
  async run(_input, provider) {
    const { body } = await provider.read(pipelinesRequest("deals"), { accept: [200] });
    return { pipelines: entriesOf(body).entries.map(pipeline.read) };
  },
});

export const pipelineActions = [pipelinesList];
