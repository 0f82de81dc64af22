/** Builds the `get` action of each type. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { objectRequest, type ObjectType } from "./client.ts";
import { propertyNames, recordId } from "./fields.ts";
import { objectSchema, readObject } from "./resources.ts";

/** Builds the action that reads a record of a type by its id. */
export function getAction(about: {
  type: ObjectType;
  one: string;
  consent: string;
  requiredScopes: readonly string[];
  properties: readonly string[];
  example: Readonly<Record<string, unknown>>;
}) {
  const { type, one, properties: usual, ...own } = about;
  return defineAction({
    id: `${type}.get`,
    title: `Read a ${one}`,
    description: `Reads a ${one} by its id.`,
    effect: "read",
    idempotency: "safe",
    mcp: true,
    sensitiveOutput: false,
    ...own,
    input: Type.Object(
      { id: recordId(`Id of the ${one}.`), properties: Type.Optional(propertyNames) },
      { additionalProperties: false },
    ),
    output: objectSchema,
    run: async ({ id, properties = usual }, provider) =>
      readObject((await provider.read(objectRequest(type, id, { properties }), { accept: [200] })).body),
  });
}
