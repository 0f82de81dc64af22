/** `pipelines.list`: lists the pipelines of deals, and their stages. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { pipelinesRequest } from "../client.ts";
import { entriesOf } from "../fields.ts";
import { pipeline } from "../resources.ts";
import { reading } from "../scopes.ts";

export const pipelinesList = defineAction({
  id: "pipelines.list",
  title: "List the pipelines of deals",
  description: "Lists the pipelines of deals, with their stages.",
  consent: "See the stages of your deals",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading("deals"),
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object(
    { pipelines: Type.Array(pipeline.schema, { description: "The pipelines." }) },
    { additionalProperties: false },
  ),
  example: {},
  async run(_input, provider) {
    const { body } = await provider.read(pipelinesRequest("deals"), { accept: [200] });
    return { pipelines: entriesOf(body).entries.map(pipeline.read) };
  },
});
