/** `dataSources.get`: reads a data source. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { dataSourceRequest } from "../client.ts";
import { notionId } from "../fields.ts";
import { dataSourceSchema, readDataSource } from "../resources.ts";
import { reading } from "../scopes.ts";

export const dataSourcesGet = defineAction({
  id: "dataSources.get",
  title: "Read a data source",
  description: "Reads the title and properties of a data source.",
  consent: "See the properties of your databases",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ dataSourceId: notionId("Id of the data source.") }, { additionalProperties: false }),
  output: dataSourceSchema,
  example: { dataSourceId: "00000000-0000-4000-a000-000000000051" },
  run: async ({ dataSourceId }, provider) =>
    readDataSource((await provider.read(dataSourceRequest(dataSourceId), { accept: [200] })).body),
});
