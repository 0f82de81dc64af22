/** Reads a database. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { databaseRequest } from "../client.ts";
import { notionId } from "../fields.ts";
import { database } from "../resources.ts";
import { reading } from "../scopes.ts";

const databasesGet = defineAction({
  id: "databases.get",
  title: "Read a database",
  description: "Reads the title and data sources of a database. The database's pages are in its data sources.",
  consent: "See your databases",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ databaseId: notionId("Id of the database.") }, { additionalProperties: false }),
  output: database.schema,
  example: { databaseId: "00000000-0000-4000-a000-000000000050" },
  run: async ({ databaseId }, provider) =>
    database.read((await provider.read(databaseRequest(databaseId), { accept: [200] })).body),
});

export const databaseActions = [databasesGet];
