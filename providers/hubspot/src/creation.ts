/**
 * Builds the `create` actions of companies, deals and tickets: a plain creation, or an upsert by a unique property of
 * the tenant's own.
 */
import { defineAction } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { createRequest, upsertRequest, type ObjectType } from "./client.ts";
import { settleCreation } from "./evidence.ts";
import { markerProperty, toValues, values } from "./fields.ts";
import { objectSchema, readObject } from "./resources.ts";

/** Builds the action that creates a record of a type. */
export function creationAction(about: {
  type: ObjectType;
  one: string;
  consent: string;
  requiredScopes: readonly string[];
  needs: readonly string[];
  example: Readonly<Record<string, unknown>>;
}) {
  const { type, one, needs, ...own } = about;
  return defineAction({
    id: `${type}.create`,
    title: `Create a ${one}`,
    description: `Creates a ${one}. HubSpot assigns the id. Set \`markerProperty\` to a property with unique values that was created for this, so that a lost response can be settled.`,
    effect: "write",
    idempotency: "unsafe",
    mcp: true,
    sensitiveOutput: false,
    ...own,
    input: Type.Object({ values, markerProperty: Type.Optional(markerProperty) }, { additionalProperties: false }),
    output: objectSchema,
    evidence: {
      strength: "weak",
      needs,
      settle: async ({ input, ...look }) => await settleCreation(look, type, input.markerProperty),
    },
    async run({ values: given, markerProperty: idProperty }, provider) {
      const { hex } = provider.marker;
      if (idProperty === undefined) {
        const { body } = await provider.change(createRequest(type, toValues(given)), { accept: [201] });
        return readObject(body);
      }
      const request = upsertRequest(type, idProperty, hex, { ...toValues(given), [idProperty]: hex });
      const { body } = await provider.change(request, { accept: [200, 207] });
      const [made] = list(record(body)["results"]);
      return readObject(made);
    },
  });
}
